import fc from 'fast-check';
import { expect, it } from 'vitest';
import { json } from '../../../../tests/support/arbitraries.ts';
import { isJsonList, isJsonObject, type JsonValue } from './json-value.ts';
import { printJson } from './parse-json.ts';
import { splitJson } from './split-json.ts';

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
  expect(splitJson(' {"a" : 1 , "b":[1,{"a":2}],"\\u0061": "x,\\"}" } ')).toEqual([
    { key: 'a', text: '1' },
    { key: 'b', text: '[1,{"a":2}]' },
    { key: 'a', text: '"x,\\"}"' },
  ]);
});
