import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { longestCommonSubsequence } from './common-subsequence.ts';

const CASES = tablesOf<{
  common: [number[], number[], number[][]][];
}>('base');

function expectCommon(a: readonly number[], b: readonly number[]): number {
  const matches = longestCommonSubsequence(a, b);
  for (const [index, [i, j]] of matches.entries()) {
    expect(a[i]).toBe(b[j]);
    const before = matches[index - 1];
    expect(before === undefined || (before[0] < i && before[1] < j)).toBe(true);
  }
  return matches.length;
}

it.each(CASES.common)('%j and %j', (a, b, matches) => {
  expect(longestCommonSubsequence(a, b)).toEqual(matches);
});

it('matches equal ids, rising on both sides', () => {
  const ids = fc.array(fc.nat({ max: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      expect(expectCommon(a, b)).toBe(longestCommonSubsequence(b, a).length);
    }),
  );
});

it('is never shorter than a subsequence known to be there', () => {
  const ids = fc.array(fc.nat({ max: 3 }), { maxLength: 30 });
  fc.assert(
    fc.property(ids, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (a, kept) => {
      const part = a.filter((_, index) => kept[index]);
      expect(expectCommon(a, part)).toBe(part.length);
    }),
  );
});

it('stays exact beyond the table where ids are unique', () => {
  const length = 8000;
  const a = Array.from({ length }, (_, index) => index);
  // every tenth id is taken away from one side, and both ends differ
  const b = [-1, ...a.filter((id) => id % 10 !== 3), -2];
  expect(expectCommon(a, b)).toBe(length - length / 10);
});

it('ends where no id is unique', () => {
  const a = Array.from({ length: 12_000 }, (_, index) => index % 7);
  const b = Array.from({ length: 12_000 }, (_, index) => (index * 3 + 1) % 7);
  expect(expectCommon(a, b)).toBeGreaterThanOrEqual(0);
});
