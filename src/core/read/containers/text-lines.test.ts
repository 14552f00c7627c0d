import fc from 'fast-check';
import { expect, it } from 'vitest';
import { json } from '../../../../tests/support/arbitraries.ts';
import { containerLines } from './text-lines.ts';
import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';

function containersOf(value: JsonValue): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  const items: readonly JsonValue[] = isJsonList(value) ? value : Object.values(value);
  return [value, ...items.flatMap(containersOf)];
}

const linesIn = (value: JsonValue, text: string, firstLine = 1): (number | undefined)[] => {
  const wanted = containersOf(value);
  const found = containerLines(value, text, firstLine, new Set(wanted));
  return wanted.map((part) => found.get(part));
};

const hasNumberKey = (value: JsonValue): boolean =>
  containersOf(value).some(
    (part) => !isJsonList(part) && Object.keys(part as object).some((key) => /^\d+$/.test(key)),
  );

it.each<[string, JsonValue, string, (number | undefined)[]]>([
  ['in order', [{ a: 1 }, { b: [] }], '[\n{"a":1},\n{"b":\n[]}]', [1, 2, 3, 4]],
  ['brackets and quotes in texts', [{ a: '[\\"{' }, {}], '[{"a":"[\\\\\\"{"},\n{}]', [1, 1, 2]],
  ['brackets in comments', [{ a: 1 }, {}], '[ // [{\n{"a":1}, # {\n{}]', [1, 2, 3]],
  ['Python quotes and tuples', [{ a: "it's" }, []], "[{'a': \"it's\"},\n()]", [1, 1, 2]],
  ['a text that goes on', { a: 1 }, '\n{"a":1} {', [2]],
])('lines of lists and objects %s', (_, value, text, lines) => {
  expect(linesIn(value, text)).toEqual(lines);
});

it('lines of lists and objects counts from the first line given', () => {
  expect(linesIn([[]], '[\n[]]', 7)).toEqual([7, 8]);
});

it('lines of lists and objects ends where text and value part, and at keys that objects put first', () => {
  expect(linesIn([[], {}], '[[],[],{}]')).toEqual([1, 1, undefined]);
  expect(linesIn({ 1: {}, b: [] }, '{"b":[],"1":{}}')).toEqual([1, undefined, undefined]);
});

it('lines of lists and objects finds every container of what JSON.stringify wrote', () => {
  fc.assert(
    fc.property(json, (value) => {
      fc.pre(!hasNumberKey(value));
      const text = JSON.stringify(
        value,
        (_, item: unknown) => (typeof item === 'bigint' ? 1 : item),
        1,
      );
      const parsed = JSON.parse(text) as JsonValue;
      const lines = text.split('\n');
      const opening = linesIn(parsed, text).map((line) => lines[(line ?? 0) - 1]);
      expect(opening.every((line) => line !== undefined && /[[{]/.test(line))).toBe(true);
      const starts = lines.flatMap((line, at) => (/[[{](\]|\})?,?$/.test(line) ? [at + 1] : []));
      if (!/"[^"]*[[\]{}][^"]*"/.test(text)) expect(linesIn(parsed, text)).toEqual(starts);
    }),
  );
});
