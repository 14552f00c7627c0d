import { expect, it } from 'vitest';
import { SHARES, simulateGates, simulateMinimum, type Share } from './support/simulate-gates.ts';

const RULE = { margin: 0.05, confidence: 0.95 };

it('a gate fails a run against its own like in at most one of a hundred cases', () => {
  const [found] = simulateGates({ shape: 'pass or fail', rowCount: 30, drop: 0, pairs: 200 }, [
    RULE,
  ]);
  expect(found!.FAIL).toBeLessThanOrEqual(2);
  expect(found!.FAIL + found!.PASS + found!.INCONCLUSIVE).toBe(200);
});

it('a gate notices that a fifth of the passes is lost, and never passes such a run', () => {
  const trial = { shape: 'pass or fail', rowCount: 100, drop: 0.2, pairs: 40 } as const;
  const [found, strict] = simulateGates(trial, [RULE, { ...RULE, margin: 0 }]);
  expect(found!.FAIL).toBeGreaterThanOrEqual(15);
  expect(strict!.FAIL).toBeGreaterThanOrEqual(found!.FAIL);
  expect(found!.PASS).toBe(0);
});

const SIZES = [5, 8, 10, 20, 30, 50];
const MEANS = Object.keys(SHARES) as Share[];

it.each(MEANS.flatMap((share) => SIZES.map((rows) => [share, rows] as const)))(
  'of a mean of %s over %i rows the interval holds, and a gate at it seldom passes or fails',
  (share, rows) => {
    const { covers, passes, fails } = simulateMinimum(share, rows, 1000);
    expect(covers).toBeGreaterThanOrEqual(0.94);
    expect(passes).toBeLessThanOrEqual(0.05);
    expect(fails).toBeLessThanOrEqual(0.05);
  },
);

it('a gate passes no share on a few rows that agree', () => {
  expect(simulateMinimum('0.7 (all are)', 6, 1)).toMatchObject({ covers: 1, passes: 0, fails: 0 });
});
