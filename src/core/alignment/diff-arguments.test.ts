import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json, reorderKeys } from '../../../tests/support/arbitraries.ts';
import { isJsonEqual } from '#core/json/equal-json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { diffArguments } from './diff-arguments.ts';

const paths = (reference: string, prediction: string): string[] =>
  diffArguments(parseJson(reference), parseJson(prediction)).map(({ path }) => path);

describe('diffArguments', () => {
  it('is empty exactly for equal values', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(diffArguments(a, b).length === 0).toBe(isJsonEqual(a, b));
        expect(diffArguments(a, reorderKeys(a))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('lists the same paths the other way round, with the sides swapped', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const there = diffArguments(a, b).map(({ path, reference, prediction }) => ({
          path,
          a: reference,
          b: prediction,
        }));
        const back = diffArguments(b, a).map(({ path, reference, prediction }) => ({
          path,
          a: prediction,
          b: reference,
        }));
        expect(new Set(back.map(({ path }) => path))).toEqual(
          new Set(there.map(({ path }) => path)),
        );
        for (const item of there) expect(back).toContainEqual(item);
      }),
    );
  });

  it.each([
    ['{"a":1}', '{"a":2}', ['/a']],
    ['{"a":1,"b":2}', '{"b":2}', ['/a']],
    ['{"b":2}', '{"a":1,"b":2}', ['/a']],
    ['{"a":{"b":[1,2,3]}}', '{"a":{"b":[1,9]}}', ['/a/b/1', '/a/b/2']],
    ['{"a":null}', '{}', ['/a']],
    ['[]', '{}', ['']],
    ['{"a":1}', 'null', ['']],
    ['{"a/b":1,"c~d":1}', '{"a/b":2,"c~d":2}', ['/a~1b', '/c~0d']],
    ['{"__proto__":1}', '{}', ['/__proto__']],
    ['{}', '{"toString":1}', ['/toString']],
    ['{"n":9007199254740993}', '{"n":9007199254740992}', ['/n']],
  ])('%s against %s', (reference, prediction, expected) => {
    expect(paths(reference, prediction)).toEqual(expected);
  });

  it('gives both values, undefined where there is none', () => {
    expect(diffArguments({ a: null }, { b: '1' })).toEqual([
      { path: '/a', reference: null, prediction: undefined },
      { path: '/b', reference: undefined, prediction: '1' },
    ]);
  });

  it('stops at the limit', () => {
    const list = Array.from({ length: 1000 }, (_, index) => index);
    expect(
      diffArguments(
        list,
        list.map((item) => -1 - item),
      ),
    ).toHaveLength(100);
    expect(diffArguments(list, [], 3)).toHaveLength(3);
  });
});
