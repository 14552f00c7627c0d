import { AgentError } from '#core/agents/agent-error.ts';
import { isJsonObject } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import { below } from '../base-address.ts';
import { KEY } from '../agent.ts';
import type { Dialect } from './dialect.ts';

/** Gemini’s contents. */
export const gemini: Dialect = {
  open: ({ prompt }) => [{ role: 'user', parts: [{ text: prompt }] }],
  ask({ baseUrl, model, system, tools }, contents) {
    const declared = tools.map(({ name, description, parameters }) => ({
      name,
      ...(description === '' ? {} : { description }),
      // an object without properties is refused
      ...(Object.keys(pickObject(parameters, 'properties') ?? {}).length > 0 ? { parameters } : {}),
    }));
    const body = {
      contents,
      ...(system.trim() === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      ...(declared.length > 0 ? { tools: [{ functionDeclarations: declared }] } : {}),
    };
    return {
      method: 'POST',
      url: below(baseUrl, `v1beta/models/${encodeURIComponent(model)}:generateContent`),
      headers: { 'x-goog-api-key': KEY },
      body: printJson(body),
    };
  },
  read(answer) {
    const content = pickObject(pickList(answer, 'candidates')?.[0], 'content');
    if (!content) {
      const why = pickText(pickObject(answer, 'promptFeedback'), 'blockReason');
      throw new AgentError('no_answer', why ?? 'It has no candidates.');
    }
    const parts = pickList(content, 'parts') ?? [];
    const calls = parts
      .flatMap((part) => pickObject(part, 'functionCall') ?? [])
      .map((call, index) => ({
        id: pickText(call, 'id') ?? String(index),
        name: pickText(call, 'name') ?? '',
        input: pick(call, 'args') ?? {},
      }));
    const said = parts.filter((part) => pick(part, 'thought') !== true);
    const text = said.flatMap((part) => pickText(part, 'text') ?? []).join('');
    return { text, calls, message: content };
  },
  giveBack: (results) => [
    {
      role: 'user',
      parts: results.map(([{ name }, result]) => ({
        functionResponse: { name, response: isJsonObject(result) ? result : { result } },
      })),
    },
  ],
};
