import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binPairs, isInBin } from './bin-pairs.ts';

const score = fc.oneof(
  fc.constantFrom(0, 0.5, 1, Number.NaN),
  fc.double({ min: -3, max: 40, noNaN: true }),
);
const pairs = fc.array(fc.tuple(score, score), { maxLength: 60 });

describe('binPairs', () => {
  it('holds every pair with both scores in one bin, and in no other', () => {
    fc.assert(
      fc.property(pairs, fc.boolean(), (list, isShare) => {
        const [a, b] = [0, 1].map((side) => Float64Array.from(list, (pair) => pair[side]!));
        const { bins } = binPairs(a!, b!, isShare);
        const scored = list.filter((pair) => !pair.some(Number.isNaN));
        for (const [x, y] of scored)
          expect(bins.filter((bin) => isInBin(bin, x, y))).toHaveLength(1);
        for (const bin of bins)
          expect(scored.filter(([x, y]) => isInBin(bin, x, y))).toHaveLength(bin.count);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(scored.length);
      }),
    );
  });

  it('never has more marks than can be told apart', () => {
    const many = Float64Array.from({ length: 50_000 }, (_, at) => (at * 0.618) % 1);
    const others = Float64Array.from({ length: 50_000 }, (_, at) => (at * 0.414) % 1);
    expect(binPairs(many, others, true).bins.length).toBeLessThanOrEqual(400);
  });

  it('has axes from 0 to 1 for shares, else from the least to the greatest score', () => {
    const [a, b] = [Float64Array.of(0.2, 5), Float64Array.of(3, Number.NaN)];
    expect(binPairs(a, b, false).range).toEqual({ min: 0.2, max: 5 });
    expect(binPairs(a, b, true).range).toEqual({ min: 0, max: 1 });
    expect(binPairs(new Float64Array(), new Float64Array(), false)).toEqual({
      bins: [],
      range: { min: 0, max: 1 },
    });
  });
});
