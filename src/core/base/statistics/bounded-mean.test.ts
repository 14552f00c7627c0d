import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { betaQuantile, betaShareBelow, boundedInterval, boundedValues } from './bounded-mean.ts';
import { distributionOf } from './distribution.ts';

const UNIT = { least: 0, most: 1 };
const intervalOf = (values: readonly number[], range = UNIT) =>
  boundedInterval(boundedValues(distributionOf(Float64Array.from(values)), range), 0.025);
const ones = (count: number): number[] => new Array<number>(count).fill(1);

// SciPy 1.17, scipy.stats.beta
it.each([
  [2, 3, 0.5, 0.6875],
  [0.5, 0.5, 0.1, 0.204832764699133],
  [10, 1, 0.69150285, 0.024999991],
  [1e5, 3, 0.99995, 0.124637],
  [4e6, 6e6, 0.4002, 0.901642],
])('a beta distribution with shapes %d and %d has below %d a share of %d', (a, b, x, share) => {
  expect(betaShareBelow({ a, b }, x)).toBeCloseTo(share, 4);
  expect(betaQuantile({ a, b }, betaShareBelow({ a, b }, x))).toBeCloseTo(x, 6);
});

describe('an interval for a bounded mean', () => {
  // R: binom.test(c(9, 18), c(10, 20))$conf.int
  it.each([
    [9, 10, 0.5549839, 0.9974714],
    [18, 20, 0.6830173, 0.9876515],
    [8, 8, 0.6305834, 1],
    [0, 8, 0, 0.3694166],
  ])('is Clopper and Pearson’s of %d of %d', (successes, count, low, high) => {
    const interval = intervalOf([...ones(successes), ...ones(count - successes).fill(0)]);
    expect(interval.low).toBeCloseTo(low, 6);
    expect(interval.high).toBeCloseTo(high, 6);
  });

  it('is the same on any scale', () => {
    const values = [1, 2, 2, 5, 4, 5];
    const share = intervalOf(values.map((value) => (value - 1) / 4));
    const { low, high } = intervalOf(values, { least: 1, most: 5 });
    expect([(low - 1) / 4, (high - 1) / 4]).toEqual([
      expect.closeTo(share.low, 12),
      expect.closeTo(share.high, 12),
    ]);
  });

  it('lies on the scale around the mean, is no point, and is turned round with the values', () => {
    const lists = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(lists, (values) => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const { low, high } = intervalOf(values);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(mean + 1e-9);
        expect(high).toBeGreaterThanOrEqual(mean - 1e-9);
        expect(high - low).toBeGreaterThan(1 / (values.length + 1) ** 2);
        const mirror = intervalOf(values.map((value) => 1 - value));
        expect(low).toBeCloseTo(1 - mirror.high, 9);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it.each([100, 10_000, 1_000_000, 100_000_000])('narrows with %d rows', (size) => {
    const distribution = { values: Float64Array.of(0.6, 0.8), counts: Float64Array.of(1, 1), size };
    distribution.counts.fill(size / 2);
    const { low, high } = boundedInterval(boundedValues(distribution, UNIT), 0.025);
    const half = (1.959964 * 0.1) / Math.sqrt(size);
    expect((high - low) / (2 * half)).toBeGreaterThan(0.99);
    expect((high - low) / (2 * half)).toBeLessThan(1 + 5 / Math.sqrt(size));
  });
});
