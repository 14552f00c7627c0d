import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanOf, quantile } from './interval.ts';

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

describe('meanOf', () => {
  it('is the arithmetic mean', () => {
    expect(meanOf(Float64Array.of(1, 0, 0))).toBeCloseTo(1 / 3, 12);
    expect(meanOf(new Float64Array())).toBeNaN();
  });
});
