import { expect, it } from 'vitest';
import type { Run } from './group-runs.ts';
import { describeMean, drawTrend } from './trend.ts';

const runOf = (valid: number, mean: number | null, state = 'complete') =>
  ({
    state,
    rowCount: 1800,
    summary: [{ columnId: 'trajectory_recall', metricId: 'trajectory_recall', mean, valid }],
  }) as unknown as Run;

it.each([
  [runOf(1500, 0.25), 'trajectory_recall', 'Recall: mean of 1,500 of 1,800 rows'],
  [runOf(0, null), 'trajectory_recall', 'Recall: no row has a score'],
  [runOf(1, 1), 'other', 'Recall: not among the run’s metrics'],
  [runOf(1, 1, 'interrupted'), 'other', 'Recall: open the run to see its means'],
])('says what a mean stands on: %#', (run, id, text) => {
  expect(describeMean(run, undefined, id, 'Recall')).toBe(text);
});

it.each([
  [runOf(18, 0.25), 'b', '; +0.25 since the run before, which may be chance'],
  [runOf(18, 0.75), 'a', '; −0.25 since the run before'],
  [runOf(0, null), 'a', ''],
])('says how a mean changed: %#', (before, fingerprint, text) => {
  const now = { ...runOf(18, 0.5), fingerprint: 'a' };
  expect(describeMean(now, { ...before, fingerprint }, 'trajectory_recall', 'Recall')).toBe(
    `Recall: mean of 18 of 1,800 rows${text}`,
  );
});

it.each([
  ['from the oldest to the newest, low to high', [0.2, 0.4], 'M4 16L60 4', '4,16 60,4'],
  ['past runs without a mean', [0, null, 1], 'M4 16L60 4', '4,16  60,4'],
  ['equal means in the middle', [0.5, 0.5, 0.5], 'M4 10L32 10L60 10', '4,10 32,10 60,10'],
  ['no line through one mean', [0.5, null], '', ' '],
  ['nothing', [], '', ''],
])('draws %s', (_, means, d, points) => {
  const drawn = drawTrend(means);
  expect([drawn.d, drawn.points.map((point) => point?.join() ?? '').join(' ')]).toEqual([
    d,
    points,
  ]);
});
