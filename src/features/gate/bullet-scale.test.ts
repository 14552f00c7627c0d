import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JudgedCondition } from '#core/gate/judge-gate.ts';
import { bulletScale } from './bullet-scale.ts';

const judged = (about: Partial<JudgedCondition>): JudgedCondition => ({
  condition: { metric: 'trajectory_exact_match', min: 0.8 },
  ...{ place: 0, verdict: 'PASS', unit: 'row', value: 0.86, count: 240, left: 0, counted: 206 },
  ...{ trialsMissing: 0, differ: null, interval: { low: 0.81, high: 0.9 }, side: 'at least' },
  ...{ threshold: 0.8, needed: null, adjustedFor: 1, isSpared: false },
  ...about,
});

it('shows all marks with some room, between round ends', () => {
  const { low, high, placeOf } = bulletScale(judged({}));
  expect([low, high].map((end) => Number(end.toFixed(6)))).toEqual([0.76, 0.94]);
  expect(placeOf(low)).toBe(0);
  expect(placeOf(high)).toBe(1);
});

it('ends where the scale does, and shows a side without a bound to the end', () => {
  const failures = judged({
    condition: { rows: 'failed', max: 0.02 },
    ...{ value: 0, counted: 0, threshold: 0.02, interval: { low: 0, high: 0.016 } },
  });
  expect(bulletScale(failures).low).toBe(0);
  const seconds = judged({
    condition: { latency: 'p95', max: 6 },
    ...{ value: 4, counted: null, threshold: 6, interval: { low: 3.8, high: Infinity } },
  });
  const { high, placeOf } = bulletScale(seconds);
  expect(Number.isFinite(high)).toBe(true);
  expect(placeOf(Infinity)).toBe(1);
});

it('has a width and all marks on it, whatever they are', () => {
  const number = fc.double({ min: -100, max: 100, noNaN: true });
  const some = fc.oneof(number, fc.constant(Infinity));
  fc.assert(
    fc.property(
      number,
      fc.option(number),
      fc.option(fc.tuple(number, some)),
      (threshold, value, ends) => {
        const interval = ends && { low: Math.min(...ends), high: Math.max(...ends) };
        const condition = { metric: 'own', noWorseBy: 1 };
        const { low, high } = bulletScale(judged({ condition, threshold, value, interval }));
        expect(high).toBeGreaterThan(low);
        for (const mark of [threshold, value, interval?.low, interval?.high]) {
          if (mark === null || mark === undefined || !Number.isFinite(mark)) continue;
          expect(mark).toBeGreaterThanOrEqual(low - 1e-9);
          expect(mark).toBeLessThanOrEqual(high + 1e-9);
        }
      },
    ),
  );
});
