import { expect, it } from 'vitest';
import type { Run } from './group-runs.ts';
import { describeMean, LISTED_METRICS, meanOf } from './mean-of.ts';

const runOf = (valid: number, mean: number | null, state = 'complete') =>
  ({
    state,
    rowCount: 1800,
    summary: [{ columnId: 'trajectory_recall', metricId: 'trajectory_recall', mean, valid }],
  }) as unknown as Run;

it('lists the five trajectory metrics', () => {
  expect(LISTED_METRICS.map(({ head }) => head)).toEqual([
    'exact',
    'in-order',
    'any-order',
    'precision',
    'recall',
  ]);
});

it('finds a mean', () => {
  expect(meanOf(runOf(3, 0.25), 'trajectory_recall')).toBe(0.25);
  expect(meanOf(runOf(0, null), 'trajectory_recall')).toBeNull();
  expect(meanOf(runOf(3, 0.25), 'trajectory_precision')).toBeNull();
});

it('says what a mean stands on', () => {
  const say = (run: Run, id = 'trajectory_recall') => describeMean(run, id, 'Recall');
  expect(say(runOf(1500, 0.25))).toBe('Recall: mean of 1,500 of 1,800 rows');
  expect(say(runOf(0, null))).toBe('Recall: no row has a score');
  expect(say(runOf(1, 1), 'other')).toBe('Recall: not among the run’s metrics');
  expect(say(runOf(1, 1, 'interrupted'), 'other')).toBe('Recall: open the run to see its means');
});
