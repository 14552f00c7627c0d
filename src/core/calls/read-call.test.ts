import { describe, expect, it } from 'vitest';
import { Collector } from '#core/read/framework/adapter.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { errorIn, isCallLike, readArguments, readCall, type FoundCall } from './read-call.ts';

const read = (value: JsonValue): [JsonValue, string[]] => {
  const reading = new Collector({
    turns: 'rows',
    subAgents: 'all',
    droppedTools: [],
  });
  const result = readArguments(value, 'f', reading);
  return [result, reading.result().notes.map(({ code }) => code)];
};

it.each<[JsonValue, JsonValue, string[]]>([
  [{ a: 1 }, { a: 1 }, []],
  ['{"a":1}', { a: 1 }, []],
  ['"{\\"a\\":1}"', { a: 1 }, []],
  ['[1]', [1], []],
  ['{"a":9007199254740993}', { a: 9007199254740993n }, []],
  ["{'a': 1}", { a: 1 }, ['arguments_literal']],
  ["print('x')", "print('x')", ['arguments_text']],
  ['plain words', 'plain words', ['arguments_text']],
  ['7', '7', ['arguments_text']],
  ['{"a":', '{"a":', ['arguments_text']],
  ['', null, ['arguments_empty']],
  ['null', null, ['arguments_empty']],
  [null, null, ['arguments_empty']],
  [7, 7, []],
])('readArguments of %j', (value, expected, notes) => {
  expect(read(value)).toEqual([expected, notes]);
});

describe('isCallLike', () => {
  it.each([
    [{ name: 'f', input: { a: 1 } }],
    [{ id: 'c1', name: 'f', arguments: '{}', output: 'ok' }],
    [{ type: 'function', function: { name: 'f', arguments: '{}' } }],
  ])('takes %j', (value) => {
    expect(isCallLike(value)).toBe(true);
  });

  it.each([
    ['a row', { name: 'case 1', input: { q: 'hi' }, expected_output: 'yo' }],
    ['a trace of Langfuse', { id: 't', name: 'agent', input: { q: 'hi' }, observations: ['o'] }],
    ['a trace of Opik', { id: 't', name: 'agent', input: { q: 'hi' }, span_count: 3 }],
    ['a tool', { name: 'f', parameters: { type: 'object', properties: {} } }],
  ])('does not take %s', (_, value) => {
    expect(isCallLike(value)).toBe(false);
  });
});

it.each<[string, FoundCall, string[]]>([
  ["mkdir(name='temp')", { name: 'mkdir', input: { name: 'temp' } }, []],
  [
    'os.cd("a, b", n=true)',
    { name: 'os.cd', input: { arg_0: 'a, b', n: true } },
    ['positional_arguments'],
  ],
  [
    'date(2020, 1, 2)',
    { name: 'date', input: { arg_0: 2020, arg_1: 1, arg_2: 2 } },
    ['positional_arguments'],
  ],
  ['list()', { name: 'list', input: {} }, []],
  ["ToolCall(name='f', args={'a': 1})", { name: 'f', input: { a: 1 } }, []],
  ['search(web)', { name: 'search(web)', input: undefined }, []],
  ['Search (web)', { name: 'Search (web)', input: undefined }, []],
])('a call as text %s', (text, call, notes) => {
  const reading = new Collector({ turns: 'rows', subAgents: 'all', droppedTools: [] });
  expect(readCall(text, reading)).toMatchObject([call]);
  expect(reading.result().notes.map(({ code }) => code)).toEqual(notes);
});

it.each<[JsonValue, JsonValue]>([
  [[{ name: 'day', value: 1 }], { day: 1 }],
  [[{ name: 'day' }], [{ name: 'day' }]],
  [[], []],
])('arguments %j in a list', (list, input) => {
  const reading = new Collector();
  expect(readCall({ name: 'book', arguments: list }, reading)).toMatchObject([{ input }]);
  const own = { tool_name: 'book', tool_input: list };
  expect(readCall(own, reading)).toMatchObject([{ input: list }]);
});

it.each([
  [{ isError: true, content: [] }, true],
  [{ is_error: true }, true],
  [{ error: true, message: 'no such city' }, true],
  [{ message: 'door is stuck', code: 'TOOL_EXECUTION_FAILED', details: {} }, true],
  [{ isError: false, code: 200 }, undefined],
  [{ error: 'said in words, which may be what was asked for' }, undefined],
  ['TOOL_EXECUTION_FAILED', undefined],
  [undefined, undefined],
])('errorIn of %j', (output, error) => {
  expect(errorIn(output)).toBe(error);
});
