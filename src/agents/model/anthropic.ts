import { AgentError } from '#core/agents/agent-error.ts';
import { printJson } from '#core/json/parse-json.ts';
import { pick, pickList, pickText } from '#core/json/pick.ts';
import { below } from '../base-address.ts';
import { KEY } from '../agent.ts';
import type { Dialect } from './dialect.ts';

const MOST_TOKENS = 4096;

/** Anthropic’s messages. */
export const anthropic: Dialect = {
  open: ({ prompt }) => [{ role: 'user', content: prompt }],
  ask({ baseUrl, model, system, tools }, messages) {
    const declared = tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    }));
    const body = {
      model,
      max_tokens: MOST_TOKENS,
      ...(system.trim() === '' ? {} : { system }),
      messages,
      ...(declared.length > 0 ? { tools: declared } : {}),
    };
    return {
      method: 'POST',
      url: below(baseUrl, 'v1/messages'),
      headers: {
        'x-api-key': KEY,
        'anthropic-version': '2023-06-01',
        'anthropic-dangerous-direct-browser-access': 'true',
      },
      body: printJson(body),
    };
  },
  read(answer) {
    const content = pickList(answer, 'content');
    if (!content) throw new AgentError('no_answer', 'It has no content.');
    const calls = content
      .filter((part) => pickText(part, 'type') === 'tool_use')
      .map((part) => ({
        id: pickText(part, 'id') ?? '',
        name: pickText(part, 'name') ?? '',
        input: pick(part, 'input') ?? {},
      }));
    const text = content.flatMap((part) => pickText(part, 'text') ?? []).join('');
    return { text, calls, message: { role: 'assistant', content } };
  },
  giveBack: (results) => [
    {
      role: 'user',
      content: results.map(([{ id }, result]) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: typeof result === 'string' ? result : printJson(result),
      })),
    },
  ],
};
