import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { groupAnswers } from './group-answers.ts';

type Make = (calls: boolean, given: number) => JsonObject;

const chat: Make = (calls, given) => ({
  object: 'chat.completion',
  choices: [{ message: { role: 'assistant', ...(calls ? { tool_calls: [{ id: 'k' }] } : {}) } }],
  usage: { prompt_tokens: given },
});
const anthropic: Make = (calls, given) => ({
  type: 'message',
  role: 'assistant',
  stop_reason: calls ? 'tool_use' : 'end_turn',
  content: calls ? [{ type: 'tool_use', name: 'f', input: {} }] : [],
  // what is cached is counted apart
  usage: { input_tokens: 1, cache_read_input_tokens: given },
});
const items: Make = (calls, given) => ({
  object: 'response',
  output: [{ type: calls ? 'function_call' : 'message' }],
  usage: { input_tokens: given },
  user: 'u1',
});
const agents: Make = (calls, given) => ({
  responseId: 'r',
  output: [{ type: calls ? 'computer_call' : 'message' }],
  usage: { inputTokens: given },
});
const gemini: Make = (calls, given) => ({
  candidates: [{ content: { parts: [calls ? { functionCall: { name: 'f' } } : { text: 'A' }] } }],
  usageMetadata: { promptTokenCount: given },
});

const MAKERS: readonly (readonly [string, Make])[] = [
  ['chat completions', chat],
  ['messages', anthropic],
  ['responses', items],
  ['answers in the Agents SDK', agents],
  ['contents', gemini],
];

describe.each(MAKERS)('%s', (_, make) => {
  it('are split after every answer that calls nothing', () => {
    const runs = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(runs, (calls) => {
        const made = calls.map((count) =>
          Array.from({ length: count + 1 }, (__, index) => make(index < count, 10 + index)),
        );
        const isAlone = made.every((run) => run.length === 1);
        expect(groupAnswers(made.flat())).toEqual(isAlone ? undefined : made);
      }),
    );
  });

  it.each([
    ['the last answer still calls something', [make(true, 1), make(false, 2), make(true, 1)]],
    ['a model was given less than before', [make(true, 9), make(false, 8)]],
    ['an answer has its question', [{ ...make(true, 1), prompt: 'Q' }, make(false, 2)]],
    ['an answer has what was expected', [make(true, 1), { ...make(false, 2), expectedTools: [] }]],
    ['something else stands between', [make(true, 1), { role: 'user' }, make(false, 2)]],
    ['there is none', []],
  ])('are left alone where %s', (__, values) => {
    expect(groupAnswers(values)).toBeUndefined();
  });
});

it('an answer with the history of its own calls is a whole run', () => {
  const whole = { ...gemini(true, 1), automaticFunctionCallingHistory: [{ role: 'user' }] };
  expect(groupAnswers([whole, gemini(false, 2)])).toBeUndefined();
});
