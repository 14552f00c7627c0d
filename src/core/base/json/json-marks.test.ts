import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeAt } from '#core/base/text/line-ends.ts';
import { placeInJson, splitJson } from './json-marks.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { isJsonList, isJsonObject, type JsonValue } from './json-value.ts';
import { printJson } from './parse-json.ts';

const TEXT = `{
  "version": 1,
  "list": [
    { "a": "x, ]\\" }", "b": { "c": [1, 2] } },
    { "a": 5 }
  ]
}`;

it.each([
  [[], 1, '{'],
  [['version'], 2, '1'],
  [['list'], 3, '['],
  [['list', 0], 4, '{ "a": "x'],
  [['list', 0, 'b', 'c', 1], 4, '2]'],
  [['list', 1, 'a'], 5, '5'],
  [['list', 1, 'none'], 5, '{ "a": 5'],
  [['list', 7], 3, '['],
  [['version', 'deeper'], 2, '1'],
])('finds %j in line %i', (path, line, start) => {
  const offset = placeInJson(TEXT, path);
  expect(placeAt(TEXT, offset).line).toBe(line);
  expect(TEXT.slice(offset).startsWith(start)).toBe(true);
});

it('finds each value of any JSON, however it is indented', () => {
  const indents = fc.constantFrom(0, 1, 4);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), indents, (value, indent) => {
      const text = `\n ${JSON.stringify(value, null, indent)}`;
      const visit = (item: unknown, path: readonly (string | number)[]): void => {
        const printed = JSON.stringify(item, null, indent);
        const depth = path.length * indent;
        const shown = printed.replaceAll('\n', `\n${' '.repeat(depth)}`);
        expect(text.startsWith(shown, placeInJson(text, path))).toBe(true);
        if (typeof item !== 'object' || item === null) return;
        if (Array.isArray(item))
          for (const [at, inner] of item.entries()) visit(inner, [...path, at]);
        else for (const [key, inner] of Object.entries(item)) visit(inner, [...path, key]);
      };
      visit(value, []);
    }),
  );
});

it('gives the values of any object or list as they are written', () => {
  const textsOf = (value: JsonValue): readonly (readonly [string | undefined, string])[] => {
    if (isJsonList(value)) return value.map((item) => [undefined, printJson(item)]);
    if (!isJsonObject(value)) return [];
    return Object.entries(value).map(([key, item]) => [key, printJson(item)]);
  };
  fc.assert(
    fc.property(json, (value) => {
      const parts = splitJson(printJson(value)).map(({ key, text }) => [key, text]);
      expect(parts).toEqual(textsOf(value));
    }),
  );
});

it('gives what stands under a key twice, twice', () => {
  expect(splitJson(' {"a" : 1 , "b":[1,{"a":2}],"\\u0061": "x,\\"}" } ')).toMatchObject([
    { key: 'a', text: '1' },
    { key: 'b', text: '[1,{"a":2}]' },
    { key: 'a', text: '"x,\\"}"' },
  ]);
});
