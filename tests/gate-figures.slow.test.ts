import { expect, it } from 'vitest';
import { simulateGates } from './support/simulate-gates.ts';

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
