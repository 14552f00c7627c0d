import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtMost, drawBinomial } from './binomial.ts';
import { normalQuantile, normalShareBelow } from './normal.ts';
import { seededRandom } from './interval.ts';

describe('binomialAtMost', () => {
  // exact fractions, added up in Python
  it.each([
    [10, 0.5, 5, 0.623046875],
    [20, 0.95, 18, 0.26416047535],
    [240, 0.95, 221, 0.0335710425],
    [1000, 0.02, 10, 0.0102365482],
    [5, 0.3, -1, 0],
    [5, 0.3, 5, 1],
    [5, 0, 0, 1],
    [5, 1, 4, 0],
  ])('of %d trials at %d, at most %d: %d', (trials, chance, most, expected) => {
    expect(Math.abs(binomialAtMost(trials, chance, most) - expected)).toBeLessThan(1e-9);
  });

  it('adds up single terms, whichever tail is summed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (trials, chance) => {
          let sum = 0;
          let ways = 1;
          for (let k = 0; k < trials; k++) {
            sum += ways * chance ** k * (1 - chance) ** (trials - k);
            expect(binomialAtMost(trials, chance, k)).toBeCloseTo(sum, 9);
            ways *= (trials - k) / (k + 1);
          }
        },
      ),
    );
  });

  it('takes a million trials', () => {
    expect(binomialAtMost(1e6, 0.95, 950_000)).toBeCloseTo(0.5, 2);
    expect(binomialAtMost(1e6, 0.95, 949_000)).toBeLessThan(1e-5);
  });
});

it('draws binomial numbers with the mean and the spread they should have', () => {
  for (const [trials, chance] of [
    [40, 0.1],
    [100, 0.3],
    [1000, 0.95],
    [100_000, 0.5],
  ] as const) {
    const random = seededRandom(11);
    const draws = Array.from({ length: 20_000 }, () => drawBinomial(trials, chance, random));
    const mean = draws.reduce((a, b) => a + b) / draws.length;
    const variance = draws.reduce((sum, k) => sum + (k - mean) ** 2, 0) / draws.length;
    const expected = trials * chance * (1 - chance);
    expect(Math.abs(mean - trials * chance)).toBeLessThan(4 * Math.sqrt(expected / 20_000));
    expect(variance / expected).toBeGreaterThan(0.96);
    expect(variance / expected).toBeLessThan(1.04);
    expect(draws.every((k) => Number.isInteger(k) && k >= 0 && k <= trials)).toBe(true);
  }
  expect(drawBinomial(7, 0, Math.random)).toBe(0);
  expect(drawBinomial(7, 1, Math.random)).toBe(7);
});

describe('the normal distribution', () => {
  // scipy.stats.norm.cdf
  it.each([
    [0, 0.5],
    [1.959963984540054, 0.975],
    [-1.959963984540054, 0.025],
    [-6, 9.865876450377e-10],
  ])('has below %d a share of %d', (deviations, expected) => {
    expect(Math.abs(normalShareBelow(deviations) / expected - 1)).toBeLessThan(2e-7);
    expect(normalQuantile(expected)).toBeCloseTo(deviations, 5);
  });

  it('has quantiles that rise with the share', () => {
    const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
    fc.assert(
      fc.property(share, (of) => {
        expect(normalShareBelow(normalQuantile(of))).toBeCloseTo(of, 9);
      }),
    );
  });
});
