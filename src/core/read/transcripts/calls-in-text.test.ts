import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { readCall } from '#core/calls/read-call.ts';
import { callsInText } from './calls-in-text.ts';

const CASES = tablesOf<{
  prose: string[];
  unknownCalls: string[];
  callNotations: [string, string][];
}>('reading');

const reader = { options: {}, note: () => undefined };
const WEATHER = { name: 'get_weather', input: { city: 'Oslo', days: 2 } };
const TIME = { name: 'get_time', input: {} };

/** Names, arguments and results of what a text holds. */
function read(text: string) {
  const found = callsInText(text);
  if (found === 'unknown' || found === undefined) return found;
  const calls = found.calls
    .flatMap((call) => readCall(call, reader))
    .map(({ name, input, output }) => ({ name, input, ...(output !== undefined && { output }) }));
  return { ...found, calls };
}

describe('calls in the notation of', () => {
  it.each(CASES.callNotations)('%s', (_, text) => {
    expect(read(text)).toEqual({
      calls: [WEATHER, TIME],
      results: [],
      rest: 'Let me look.',
      isAnswered: false,
    });
  });

  it('models that write nothing but JSON', () => {
    const one = '{"name": "get_weather", "parameters": {"city": "Oslo", "days": 2}}';
    expect(read('```json\n' + one + '\n```')).toEqual(read(one));
    expect(read(`[${one}, ${one}]`)).toMatchObject({ calls: [WEATHER, WEATHER], rest: '' });
  });
});

describe('what came of calls', () => {
  it('stands in the same text', () => {
    const text =
      'Thought: I look.\nAction: Search[Oslo]\nObservation: It rains.\nThought: I know.\nFinal Answer: Rain.';
    expect(read(text)).toEqual({
      calls: [{ name: 'Search', input: 'Oslo', output: 'It rains.' }],
      results: [],
      rest: 'Rain.',
      isAnswered: true,
    });
    const tags =
      '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>\n<tool_response>\n{"name": "get_time", "content": "9:00"}\n</tool_response>\nIt is nine.';
    expect(read(tags)).toMatchObject({
      calls: [{ ...TIME, output: '9:00' }],
      rest: 'It is nine.',
      isAnswered: true,
    });
  });

  it.each([
    [
      '<tool_response>\n{"t": 1}\n</tool_response>\n<tool_response>\nok\n</tool_response>',
      [{ t: 1 }, 'ok'],
    ],
    ['[TOOL_RESULTS] {"content": 4, "call_id": "a"}[/TOOL_RESULTS]', [4]],
    ['Observation: ok', ['ok']],
    ['```tool_output\n12\n```', ['12']],
  ])('stands in a text of its own: %s', (text, contents) => {
    const found = callsInText(text);
    expect(found).toMatchObject({ calls: [], rest: '' });
    expect(found !== 'unknown' && found?.results.map(({ content }) => content)).toEqual(contents);
  });

  it('is an answer in the form of a call', () => {
    const answer = { calls: [], results: [], rest: 'Rain.', isAnswered: true };
    expect(read('{"action": "Final Answer", "action_input": "Rain."}')).toEqual(answer);
    expect(read('Thought: I know.\nAction: Finish[Rain.]')).toEqual(answer);
  });
});

it.each(CASES.unknownCalls)('is unknown: %s', (text) => {
  expect(callsInText(text)).toBe('unknown');
});

it.each(CASES.prose)('is prose: %s', (text) => {
  expect(callsInText(text)).toBeUndefined();
});

it('takes a time that grows with the length of a text', () => {
  for (const part of [
    '<tool_call> x ',
    '<function=a',
    '`<tool_call>` ',
    '```\n',
    '<tool_call>a</tool_call>',
    'Action: a\n',
    'Observation: b\n',
    '<tool_response>',
    '{"a":',
  ]) {
    const text = part.repeat(20_000);
    expect(callsInText(text)).not.toBeNull();
  }
});
