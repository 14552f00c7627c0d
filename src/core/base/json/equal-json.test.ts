import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json, reorderKeys } from '../../../../tests/support/arbitraries.ts';
import {
  isJsonEqual,
  hashJson,
  hashText,
  hashTextWide,
  fingerprintOf,
  hashBytes,
} from './equal-json.ts';
import type { JsonValue } from './json-value.ts';
import { parseJson } from './parse-json.ts';

const CASES = tablesOf<{
  equal: [string, string][];
  unequal: [string, string][];
}>('base');

const equal = (a: string, b: string): boolean => isJsonEqual(parseJson(a), parseJson(b));

describe('isJsonEqual', () => {
  it.each(CASES.equal)('%s equals %s', (a, b) => {
    expect(equal(a, b)).toBe(true);
    expect(hashJson(parseJson(a))).toBe(hashJson(parseJson(b)));
  });

  it.each(CASES.unequal)('%s differs from %s', (a, b) => {
    expect(equal(a, b)).toBe(false);
    expect(equal(b, a)).toBe(false);
  });

  it('is reflexive, and free of the order of keys at every depth', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isJsonEqual(value, value)).toBe(true);
        expect(isJsonEqual(value, reorderKeys(value))).toBe(true);
        expect(isJsonEqual(reorderKeys(value), value)).toBe(true);
      }),
    );
  });

  it('is symmetric, and values with equal hashes only may be equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const isEqual = isJsonEqual(a, b);
        expect(isJsonEqual(b, a)).toBe(isEqual);
        if (isEqual) expect(hashJson(a)).toBe(hashJson(b));
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('counts the order of a list, unless its items are equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isJsonEqual([a, b], [b, a])).toBe(isJsonEqual(a, b));
      }),
    );
  });

  it('sees every change: another value at one key makes the object different', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isJsonEqual({ k: a, l: 1 }, { l: 1, k: b })).toBe(isJsonEqual(a, b));
        expect(isJsonEqual({ k: a }, { k: a, l: b })).toBe(false);
      }),
    );
  });
});

describe('hashJson', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(hashJson(reorderKeys(value))).toBe(hashJson(value));
      }),
    );
  });

  it('tells small different values apart', () => {
    const values: JsonValue[] = [
      null,
      true,
      false,
      '',
      'null',
      0,
      1,
      -1,
      '0',
      '1',
      [],
      {},
      [[]],
      [{}],
      [0],
      [1, 2],
    ];
    values.push(
      [2, 1],
      { a: 1 },
      { a: 2 },
      { b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { a: { b: 1 } },
      0.5,
      1e300,
    );
    expect(new Set(values.map(hashJson)).size).toBe(values.length);
  });
});

describe('hashText', () => {
  it('spreads ten thousand texts over the whole range', () => {
    const hashes = Array.from({ length: 10_000 }, (_, index) => hashText(`row-${index}`));
    expect(new Set(hashes).size).toBeGreaterThan(9990);
    expect(hashes.every((hash) => Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32)).toBe(
      true,
    );
    const upper = hashes.filter((hash) => hash >= 2 ** 31).length;
    expect(Math.abs(upper - 5000)).toBeLessThan(300);
  });

  it('has a wide form of safe integers without collisions among two hundred thousand', () => {
    const hashes = Array.from({ length: 200_000 }, (_, index) => hashTextWide(`id ${index}`));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
  });
});

it('hashBytes depends on every byte, the length and the seed', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (list, place, change) => {
      const hash = hashBytes(list);
      const other = Uint8Array.from(list);
      other[place % list.length]! ^= change;
      expect(hashBytes(Uint8Array.from(list))).toBe(hash);
      expect(hashBytes(other)).not.toBe(hash);
      expect(hashBytes(Uint8Array.of(...list, 0))).not.toBe(hash);
      expect(hashBytes(list, 1)).not.toBe(hash);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
    }),
  );
});

it('fingerprintOf depends on the hashes, their order and the size', () => {
  const prints = [
    fingerprintOf([1, 2], 9),
    fingerprintOf([2, 1], 9),
    fingerprintOf([1, 2], 10),
    fingerprintOf([1], 9),
    fingerprintOf([], 0),
  ];
  expect(new Set(prints).size).toBe(prints.length);
  expect(fingerprintOf([1, 2], 9)).toBe(prints[0]);
  expect(prints[0]).toMatch(/^[0-9a-f]{16}-9$/);
});
