import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { longestCommonSubsequence } from './common-subsequence.ts';
import { commonPairs, commonSubsequenceLength } from './subsequence-bits.ts';

const list = (most: number, kinds: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat({ max: kinds - 1 }), { maxLength: most });
/** Short lists of few ids, and lists longer than several words of bits. */
const lists = fc.oneof(
  fc.tuple(list(8, 3), list(8, 3)),
  fc.tuple(list(140, 4), list(140, 4)),
  fc.tuple(list(100, 40), list(100, 40)),
);
const pairOf = (prediction: readonly number[], reference: readonly number[]) => ({
  prediction,
  reference,
  distinct: 40,
});

/** Walks back through the whole table, as the textbooks do. */
function placesByTable(prediction: readonly number[], reference: readonly number[]): number[] {
  const table = Array.from({ length: prediction.length + 1 }, () =>
    new Array<number>(reference.length + 1).fill(0),
  );
  for (const [i, id] of prediction.entries()) {
    for (const [j, other] of reference.entries()) {
      table[i + 1]![j + 1] =
        id === other ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!);
    }
  }
  const places: number[] = [];
  let [i, j] = [prediction.length, reference.length];
  while (i > 0 && j > 0) {
    if (prediction[i - 1] === reference[j - 1]) {
      places.unshift(--i);
      j--;
    } else if (table[i]![j - 1]! > table[i - 1]![j]!) j--;
    else i--;
  }
  return places;
}

describe('commonSubsequenceLength', () => {
  it('is the length of the subsequence that the table finds', () => {
    fc.assert(
      fc.property(lists, ([a, b]) => {
        expect(commonSubsequenceLength(pairOf(a, b))).toBe(longestCommonSubsequence(b, a).length);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('is 0 beside an empty list', () => {
    expect(commonSubsequenceLength(pairOf([], [1]))).toBe(0);
    expect(commonSubsequenceLength(pairOf([1], []))).toBe(0);
  });

  it('takes ten thousand ids on each side', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => i);
    const pair = { prediction: ids, reference: [...ids].reverse(), distinct: ids.length };
    expect(commonSubsequenceLength(pair)).toBe(1);
    expect(commonSubsequenceLength({ ...pair, reference: ids })).toBe(10_000);
  });
});

it('commonPairs takes the way through the table, ties included', () => {
  fc.assert(
    fc.property(lists, ([a, b]) => {
      const pairs = commonPairs(pairOf(a, b));
      expect(pairs.map(([, place]) => place)).toEqual(placesByTable(a, b));
      expect(pairs.every(([j, i]) => b[j] === a[i])).toBe(true);
    }),
    { numRuns: lawRuns(300) },
  );
});
