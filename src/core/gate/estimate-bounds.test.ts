import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { distributionOf } from '#core/base/statistics/distribution.ts';
import { meanSpread, wilsonInterval } from '#core/base/statistics/interval.ts';
import {
  estimateMean,
  estimateQuantile,
  estimateShare,
  type Claim,
  type Estimate,
} from './estimate-bounds.ts';

const ENDLESS = { least: -Infinity, most: Infinity };
const UNIT = { least: 0, most: 1 };
const mean = (values: readonly number[], range = ENDLESS): Estimate => {
  const list = Float64Array.from(values);
  const spread = meanSpread(list, distributionOf(list), range)!;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  return estimateMean(value, values.length, spread, range);
};
const quantile = (values: readonly number[], share: number): Estimate =>
  estimateQuantile(distributionOf(Float64Array.from(values)), share);

const score = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
const scores = fc.array(score, { minLength: 6, maxLength: 40 });
const estimates: fc.Arbitrary<Estimate> = fc.oneof(
  fc
    .integer({ min: 1, max: 300 })
    .chain((count) => fc.nat(count).map((successes) => estimateShare(successes, count))),
  scores.filter((list) => new Set(list).size > 1).map((list) => mean(list)),
  scores.map((list) => mean(list, UNIT)),
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.9, 0.95),
    )
    .map(([list, share]) => quantile(list, share)),
);
const SIDES = ['at least', 'above', 'at most', 'below'] as const;

describe('estimates', () => {
  it('bear out a claim just where the bound of the interval does', () => {
    const confidence = fc.constantFrom(0.8, 0.9, 0.95, 0.99);
    // no threshold is a bound itself: there rounding decides
    const threshold = fc.integer({ min: -10, max: 620 }).map((step) => step / 10 + 0.0137);
    fc.assert(
      fc.property(estimates, confidence, threshold, fc.boolean(), (estimate, sure, far, isNear) => {
        const at = isNear ? far / 61 : far;
        const { low, high } = estimate.interval(sure);
        const tail = (1 - sure) / 2;
        const holds = (side: Claim['side']): boolean =>
          estimate.chance({ side, threshold: at }) <= tail;
        if (Math.abs(low - at) < 1e-5 || Math.abs(high - at) < 1e-5) return;
        expect(holds('at least')).toBe(low > at);
        expect(holds('above')).toBe(low > at);
        expect(holds('at most')).toBe(high < at);
        expect(holds('below')).toBe(high < at);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('never bear out a claim and its opposite', () => {
    const threshold = fc.double({ min: -1, max: 60, noNaN: true });
    fc.assert(
      fc.property(estimates, threshold, (estimate, at) => {
        const tailOf = (side: Claim['side']): number => estimate.chance({ side, threshold: at });
        for (const side of SIDES) {
          expect(tailOf(side)).toBeGreaterThanOrEqual(0);
          expect(tailOf(side)).toBeLessThanOrEqual(1);
        }
        expect(tailOf('at least') + tailOf('below')).toBeGreaterThanOrEqual(1 - 1e-6);
        expect(tailOf('at most') + tailOf('above')).toBeGreaterThanOrEqual(1 - 1e-6);
      }),
    );
  });

  it('take a value that equals the threshold but for rounding for equal', () => {
    const thirds = mean([0.1 + 0.2, 0.3, 0.3, 0.3, 0.3, 0.3]);
    expect(thirds.chance({ side: 'at least', threshold: 0.3 })).toBe(0);
    expect(thirds.chance({ side: 'at most', threshold: 0.3 })).toBe(0);
    expect(thirds.chance({ side: 'above', threshold: 0.3 })).toBe(1);
    expect(thirds.chance({ side: 'below', threshold: 0.3 })).toBe(1);
  });
});

describe('a share', () => {
  it('says how many rows would decide', () => {
    const claim = { side: 'at most', threshold: 0.05 } as const;
    const needed = Math.ceil(estimateShare(1, 50).countFor(claim, 0.025));
    expect(needed).toBe(203);
    const share = 1 / 50;
    expect(wilsonInterval(share * needed, needed)!.high).toBeLessThanOrEqual(0.05);
    expect(wilsonInterval(share * (needed - 1), needed - 1)!.high).toBeGreaterThan(0.05);
    expect(estimateShare(5, 50).countFor(claim, 0.025)).toBe(Infinity);
  });
});

describe('a mean', () => {
  it('says how many rows would decide, on a scale with two ends', () => {
    const claim = { side: 'at least', threshold: 0.9 } as const;
    const ones = (count: number): Estimate => mean(new Array<number>(count).fill(1), UNIT);
    // 0.9 ** 36 < 0.025 < 0.9 ** 35
    expect(Math.ceil(ones(8).countFor(claim, 0.025))).toBe(36);
    expect(ones(36).chance(claim)).toBeLessThanOrEqual(0.025);
    expect(ones(35).chance(claim)).toBeGreaterThan(0.025);
  });

  it('asks for four times the rows to come half as close', () => {
    const values = [0.2, 0.4, 0.4, 1, 1, 1, 0.7, 0];
    const estimate = mean(values);
    const near = { side: 'at least', threshold: estimate.value - 0.05 } as const;
    const far = { side: 'at least', threshold: estimate.value - 0.1 } as const;
    const [more, fewer] = [estimate.countFor(near, 0.025), estimate.countFor(far, 0.025)];
    expect(more / fewer).toBeCloseTo(4, 6);
    expect(estimate.countFor({ side: 'below', threshold: 0.1 }, 0.025)).toBe(Infinity);
  });
});

describe('a percentile', () => {
  it('lies between values of the sample, or has no bound', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
    // R: qbinom(c(.025, .975), 100, .5) gives ranks 40 and 61
    expect(quantile(hundred, 0.5).interval(0.95)).toEqual({ low: 40, high: 61 });
    expect(quantile(hundred, 0.5).value).toBe(50.5);
    expect(quantile([1, 2, 3], 0.5).interval(0.95)).toEqual({ low: -Infinity, high: Infinity });
  });

  it('needs 72 rows before its 95th percentile has an upper bound', () => {
    const claim = { side: 'at most', threshold: 9 } as const;
    const few = quantile(new Array<number>(20).fill(1), 0.95);
    expect(Math.ceil(few.countFor(claim, 0.025))).toBe(73); // of 72 it would take the exact form
    expect(quantile(new Array<number>(72).fill(1), 0.95).chance(claim)).toBeLessThanOrEqual(0.025);
    expect(quantile(new Array<number>(71).fill(1), 0.95).chance(claim)).toBeGreaterThan(0.025);
  });
});
