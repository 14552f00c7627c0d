import { expect, it } from 'vitest';
import type { Run } from './group-runs.ts';
import { describeMean, LISTED_METRICS, meanOf, drawTrend } from './trend.ts';

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
  const say = (run: Run, id = 'trajectory_recall') => describeMean(run, undefined, id, 'Recall');
  expect(say(runOf(1500, 0.25))).toBe('Recall: mean of 1,500 of 1,800 rows');
  expect(say(runOf(0, null))).toBe('Recall: no row has a score');
  expect(say(runOf(1, 1), 'other')).toBe('Recall: not among the run’s metrics');
  expect(say(runOf(1, 1, 'interrupted'), 'other')).toBe('Recall: open the run to see its means');
});

it('says how a mean changed', () => {
  const now = {
    ...runOf(18, 0.5),
    fingerprint: 'a',
  };
  const say = (before: Run) => describeMean(now, before, 'trajectory_recall', 'Recall');
  expect(say({ ...runOf(18, 0.25), fingerprint: 'b' })).toBe(
    'Recall: mean of 18 of 1,800 rows; +0.25 since the run before, which may be chance',
  );
  expect(say({ ...runOf(18, 0.75), fingerprint: 'a' })).toBe(
    'Recall: mean of 18 of 1,800 rows; −0.25 since the run before',
  );
  expect(say({ ...runOf(0, null), fingerprint: 'a' })).toBe('Recall: mean of 18 of 1,800 rows');
});

it('runs from the oldest mean to the newest, low to high', () => {
  expect(drawTrend([0.2, 0.4])).toEqual({
    d: 'M4 16L60 4',
    points: [
      [4, 16],
      [60, 4],
    ],
  });
});

it('passes over runs without a mean', () => {
  const { d, points } = drawTrend([0, null, 1]);
  expect(d).toBe('M4 16L60 4');
  expect(points[1]).toBeNull();
});

it('draws equal means in the middle', () => {
  expect(drawTrend([0.5, 0.5, 0.5]).points).toEqual([
    [4, 10],
    [32, 10],
    [60, 10],
  ]);
});

it('needs two means for a line', () => {
  expect(drawTrend([0.5, null])).toEqual({ d: '', points: [null, null] });
  expect(drawTrend([])).toEqual({ d: '', points: [] });
});
