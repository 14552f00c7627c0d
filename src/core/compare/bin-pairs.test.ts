import fc from 'fast-check';
import { expect, it } from 'vitest';
import { binPairs, isInBin, type PairedScores } from './bin-pairs.ts';

/** Pairs of rows that stand in the opposite order in the candidate. */
function paired(a: readonly number[], b: readonly number[]): PairedScores {
  return {
    baseline: Float64Array.from(a),
    candidate: Float64Array.from(b.toReversed()),
    baselineRows: Uint32Array.from(a.keys()),
    candidateRows: Uint32Array.from(a.keys()).reverse(),
  };
}

const score = fc.oneof(
  fc.constantFrom(0, 0.5, 1, Number.NaN),
  fc.double({ min: -3, max: 40, noNaN: true }),
);
const pairs = fc.array(fc.tuple(score, score), { maxLength: 60 });

it('holds every pair with both scores in one bin, and in no other', () => {
  fc.assert(
    fc.property(pairs, fc.boolean(), (list, isShare) => {
      const [a, b] = [list.map(([x]) => x), list.map(([, y]) => y)];
      const { bins } = binPairs(paired(a, b), isShare);
      const scored = list.filter((pair) => !pair.some(Number.isNaN));
      for (const [x, y] of scored) expect(bins.filter((bin) => isInBin(bin, x, y))).toHaveLength(1);
      for (const bin of bins)
        expect(scored.filter(([x, y]) => isInBin(bin, x, y))).toHaveLength(bin.count);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(scored.length);
    }),
  );
});

it('never has more marks than can be told apart', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => (at * 0.618) % 1);
  const others = Array.from({ length: 50_000 }, (_, at) => (at * 0.414) % 1);
  expect(binPairs(paired(many, others), true).bins.length).toBeLessThanOrEqual(400);
});

it('has axes from 0 to 1 for shares, else from the least to the greatest score', () => {
  const scores = paired([0.2, 5], [3, Number.NaN]);
  expect(binPairs(scores, false).range).toEqual({ min: 0.2, max: 5 });
  expect(binPairs(scores, true).range).toEqual({ min: 0, max: 1 });
  expect(binPairs(paired([], []), false)).toEqual({
    bins: [],
    range: { min: 0, max: 1 },
  });
});
