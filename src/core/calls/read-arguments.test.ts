import { describe, expect, it } from 'vitest';
import { Reading } from '#core/adapters/reading.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { readArguments } from './read-arguments.ts';

const read = (value: JsonValue): [JsonValue, string[]] => {
  const reading = new Reading({
    turns: 'rows',
    subAgents: 'all',
    droppedTools: [],
    readLiteralText: (text) => (text === "{'a': 1}" ? { a: 1 } : text === '7' ? 7 : undefined),
  });
  const result = readArguments(value, 'f', reading);
  return [result, reading.result().notes.map(({ code }) => code)];
};

describe('readArguments', () => {
  it.each<[JsonValue, JsonValue, string[]]>([
    [{ a: 1 }, { a: 1 }, []],
    ['{"a":1}', { a: 1 }, []],
    ['"{\\"a\\":1}"', { a: 1 }, []],
    ['[1]', [1], []],
    ['{"a":9007199254740993}', { a: 9007199254740993n }, []],
    ["{'a': 1}", { a: 1 }, ['arguments_literal']],
    ['plain words', 'plain words', ['arguments_text']],
    ['7', '7', ['arguments_text']],
    ['{"a":', '{"a":', ['arguments_text']],
    ['', {}, ['arguments_empty']],
    ['null', {}, ['arguments_empty']],
    [null, {}, ['arguments_empty']],
    [7, 7, []],
  ])('of %j', (value, expected, notes) => {
    expect(read(value)).toEqual([expected, notes]);
  });
});
