import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf } from './distribution.ts';
import { meanInterval, wilsonInterval, quantile } from './interval.ts';

describe('wilsonInterval', () => {
  // Newcombe 1998, table I, method 3
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is %d to %d', (successes, count, low, high) => {
    const interval = wilsonInterval(successes, count)!;
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
    expect(interval.method).toBe('wilson');
  });

  it('needs a row', () => {
    expect(wilsonInterval(0, 0)).toBeUndefined();
  });

  it('begins at 0 without a success, and ends at 1 without a failure', () => {
    for (let count = 1; count <= 100; count++) {
      expect(wilsonInterval(0, count)!.low).toBe(0);
      expect(wilsonInterval(count, count)!.high).toBe(1);
    }
  });

  it('holds the share, stays in [0,1], and mirrors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (count, part) => {
        const successes = part % (count + 1);
        const { low, high } = wilsonInterval(successes, count)!;
        const mirror = wilsonInterval(count - successes, count)!;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(successes / count);
        expect(high).toBeGreaterThanOrEqual(successes / count);
        expect(low).toBeCloseTo(1 - mirror.high, 12);
      }),
    );
  });
});

const ENDLESS = { least: -Infinity, most: Infinity };
const intervalOf = (values: Float64Array, range = ENDLESS) =>
  meanInterval(values, distributionOf(values), range);

describe('meanInterval', () => {
  const values = Float64Array.of(
    0.31,
    0.42,
    0.55,
    0.12,
    0.98,
    0.73,
    0.66,
    0.27,
    0.81,
    0.49,
    0.05,
    0.91,
  );
  const std = 0.3015;

  it('needs two values', () => {
    expect(intervalOf(Float64Array.of(0.5))).toBeUndefined();
    expect(intervalOf(Float64Array.of(0.5, 0.7))).toBeDefined();
  });

  it('gives the same bootstrap every time, around the mean', () => {
    const interval = intervalOf(values)!;
    expect(intervalOf(Float64Array.from(values))).toEqual(interval);
    expect(interval.method).toBe('bootstrap');
    // a percentile interval is near the normal one: mean ± 1.96 × std ÷ √n
    const half = (1.96 * std) / Math.sqrt(values.length);
    const mean = values.reduce((total, value) => total + value) / values.length;
    expect(interval.low).toBeGreaterThan(mean - 1.2 * half);
    expect(interval.low).toBeLessThan(mean - 0.7 * half);
    expect(interval.high).toBeGreaterThan(mean + 0.7 * half);
    expect(interval.high).toBeLessThan(mean + 1.2 * half);
  });

  it('is none of few values that are all equal, where the scale has no end', () => {
    const equal = (count: number): Float64Array => new Float64Array(count).fill(3);
    expect(intervalOf(equal(29))).toBeUndefined();
    expect(intervalOf(equal(29), { least: 0, most: Infinity })).toBeUndefined();
    expect(intervalOf(equal(30))).toEqual({ low: 3, high: 3, method: 'bootstrap' });
  });

  it('is normal above 500 values', () => {
    const many = Float64Array.from({ length: 600 }, (_, index) => index % 3);
    const spread = Math.sqrt(400 / 599);
    const { low, high, method } = intervalOf(many)!;
    expect(method).toBe('normal');
    expect(low).toBeCloseTo(1 - (1.959964 * spread) / Math.sqrt(600), 6);
    expect(high).toBeCloseTo(1 + (1.959964 * spread) / Math.sqrt(600), 6);
    expect(intervalOf(many.subarray(0, 500))?.method).toBe('bootstrap');
  });
});

describe('means and quantiles', () => {
  describe('quantile', () => {
    // NumPy's default, numpy.quantile(x, q)
    it.each([
      [[1, 2, 3, 4], 0.5, 2.5],
      [[1, 2, 3, 4], 0.9, 3.7],
      [[1, 2, 3, 4, 5], 0.5, 3],
      [[1, 2, 3, 4, 5], 0.025, 1.1],
      [[15, 20, 35, 40, 50], 0.4, 29],
      [[7], 0.9, 7],
      [[1, 2], 0, 1],
      [[1, 2], 1, 2],
    ])('of %j at %d is %d', (values, share, expected) => {
      expect(quantile(Float64Array.from(values), share)).toBeCloseTo(expected, 12);
    });

    it('is not a number without values', () => {
      expect(quantile(new Float64Array(), 0.5)).toBeNaN();
    });

    it('lies between the ends and rises with the share', () => {
      const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
        minLength: 1,
        maxLength: 30,
      });
      const share = fc.double({ min: 0, max: 1, noNaN: true });
      fc.assert(
        fc.property(values, share, share, (list, a, b) => {
          const sorted = Float64Array.from(list).sort();
          const [low, high] = [quantile(sorted, Math.min(a, b)), quantile(sorted, Math.max(a, b))];
          expect(low).toBeGreaterThanOrEqual(sorted[0]! - 1e-9);
          expect(high).toBeLessThanOrEqual(sorted.at(-1)! + 1e-9);
          expect(high - low).toBeGreaterThanOrEqual(-1e-9);
        }),
      );
    });
  });
});
