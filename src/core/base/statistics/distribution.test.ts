import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  distributionOf,
  meanOfDistribution,
  quantileOfDistribution,
  stdOfDistribution,
} from './distribution.ts';
import { quantile } from './interval.ts';
import { countValues } from './value-counts.ts';

const SHARE = fc.constantFrom(0, 1 / 3, 0.5, 1);
const NUMBER = fc.double({ noNaN: true, min: -9, max: 9 });
/** Few distinct values, many, and missing ones. */
const VALUES = fc
  .oneof(
    fc.array(fc.oneof(SHARE, fc.constant(Number.NaN)), { maxLength: 200 }),
    fc.array(fc.oneof(SHARE, NUMBER), { minLength: 600, maxLength: 800 }),
  )
  .map((list) => Float64Array.from(list));

describe('distributionOf', () => {
  it('has every value as often as it occurs, rising', () => {
    fc.assert(
      fc.property(VALUES, (values) => {
        const { values: distinct, counts, size } = distributionOf(values);
        const again = Array.from(distinct).flatMap((value, at) =>
          new Array<number>(counts[at] as number).fill(value),
        );
        const expected = values.filter((value) => !Number.isNaN(value)).sort();
        // 0 and −0 are the same score
        expect(again.map((value) => value + 0)).toEqual(Array.from(expected, (value) => value + 0));
        expect(size).toBe(expected.length);
      }),
    );
  });

  it('gives the numbers of the values one by one', () => {
    fc.assert(
      fc.property(VALUES, SHARE, (values, share) => {
        const sorted = values.filter((value) => !Number.isNaN(value)).sort();
        const distribution = distributionOf(values);
        if (sorted.length === 0) {
          expect(meanOfDistribution(distribution)).toBeNull();
          expect(quantileOfDistribution(distribution, share)).toBeNull();
          return;
        }
        const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
        expect(meanOfDistribution(distribution)).toBeCloseTo(mean, 9);
        const found = quantileOfDistribution(distribution, share);
        expect(found).toBeCloseTo(quantile(sorted, share), 12);
        expect(countOf(distribution, 0.5)).toBe(sorted.filter((value) => value === 0.5).length);
      }),
    );
  });

  it('has no mean beyond its values, and no deviation where they are equal', () => {
    const equal = fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(300));
    fc.assert(
      fc.property(equal, ([value, more]) => {
        const distribution = distributionOf(new Float64Array(more + 2).fill(value));
        expect(meanOfDistribution(distribution)).toBe(value + 0);
        expect(stdOfDistribution(distribution)).toBe(0);
      }),
    );
  });

  it('knows the sample standard deviation', () => {
    // NumPy: std([1, 2, 4], ddof=1)
    expect(stdOfDistribution(distributionOf(Float64Array.of(1, 4, 2)))).toBeCloseTo(
      1.5275252316519468,
      12,
    );
    expect(stdOfDistribution(distributionOf(Float64Array.of(1)))).toBeNull();
  });

  it('takes 0 and −0 for one value', () => {
    const { values, counts } = distributionOf(Float64Array.of(0, -0, 1));
    expect(values).toHaveLength(2);
    expect(Array.from(counts)).toEqual([2, 1]);
  });
});

describe('countValues', () => {
  it('keeps the order of first occurrence', () => {
    const counted = countValues(Float64Array.of(3, 1, 3, Number.NaN, 2), 3);
    expect(Array.from(counted?.values ?? [])).toEqual([3, 1, 2]);
    expect(Array.from(counted?.counts ?? [])).toEqual([2, 1, 1]);
  });

  it('gives up where there are more', () => {
    expect(countValues(Float64Array.of(3, 1, 2), 2)).toBeUndefined();
  });

  it('reads a part of a longer list', () => {
    const part = Float64Array.of(9, 1, 1, 9).subarray(1, 3);
    expect(Array.from(countValues(part, 4)?.values ?? [])).toEqual([1]);
  });
});
