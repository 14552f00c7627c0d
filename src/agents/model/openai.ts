import { AgentError } from '#core/agents/agent-error.ts';
import { readJson, printJson } from '#core/json/parse-json.ts';
import { pickList, pickObject, pickText } from '#core/json/pick.ts';
import { below } from '../base-address.ts';
import { KEY } from '../agent.ts';
import type { Dialect } from './dialect.ts';

/** The chat format of OpenAI, which many servers speak. */
export const openai: Dialect = {
  open: ({ system, prompt }) => [
    ...(system.trim() === '' ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content: prompt },
  ],
  ask({ baseUrl, model, tools }, messages) {
    const declared = tools.map((tool) => ({ type: 'function', function: { ...tool } }));
    const body = { model, messages, ...(declared.length > 0 ? { tools: declared } : {}) };
    return {
      method: 'POST',
      url: below(baseUrl, 'chat/completions'),
      headers: { authorization: `Bearer ${KEY}` },
      body: printJson(body),
    };
  },
  read(answer) {
    const message = pickObject(pickList(answer, 'choices')?.[0], 'message');
    if (!message) throw new AgentError('no_answer', 'It has no choices.');
    const calls = (pickList(message, 'tool_calls') ?? []).map((call, index) => {
      const holder = pickObject(call, 'function');
      const name = pickText(holder, 'name') ?? '';
      const reading = readJson(pickText(holder, 'arguments') ?? '{}');
      if (!reading.ok) throw new AgentError('arguments_text', `Tool: ${name}`);
      return { id: pickText(call, 'id') ?? `call_${String(index)}`, name, input: reading.value };
    });
    return { text: pickText(message, 'content') ?? '', calls, message };
  },
  giveBack: (results) =>
    results.map(([{ id }, result]) => ({
      role: 'tool',
      tool_call_id: id,
      content: typeof result === 'string' ? result : printJson(result),
    })),
};
