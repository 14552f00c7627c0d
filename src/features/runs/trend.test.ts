import { expect, it } from 'vitest';
import type { Run } from './group-runs.ts';
import { describeRate, describeTrend, drawTrend, rateMetric, rateOf } from './trend.ts';

const runOf = (valid: number, mean: number | null, state = 'complete') =>
  ({
    state,
    rowCount: 1800,
    summary: [{ columnId: 'trajectory_recall', metricId: 'trajectory_recall', mean, valid }],
  }) as unknown as Run;

it.each([
  [runOf(1500, 0.25), 'trajectory_recall', 'Recall: mean of 1,500 of 1,800 rows'],
  [runOf(0, null), 'trajectory_recall', 'Recall: no row has a score'],
  [runOf(1, 1), 'trajectory_precision', 'Precision: not among the run’s metrics'],
  [runOf(1, 1, 'interrupted'), 'trajectory_precision', 'Precision: open the run to see its means'],
  [runOf(1, 1), '', 'No metric of 0 and 1 is scored'],
])('says what a rate stands on: %#', (run, id, text) => {
  expect(describeRate(run, id)).toBe(text);
});

it('counts what passes by the first headline that a run of the group has', () => {
  const exact = (mean: number | null, createdAtMs: number) =>
    ({
      createdAtMs,
      summary: [{ metricId: 'trajectory_exact_match', mean, valid: 58 }],
    }) as unknown as Run;
  const runs = [exact(null, 0), exact(0.6207, 1), exact(0.5, 2)];
  expect(rateMetric(runs)).toBe('trajectory_exact_match');
  expect(rateMetric([runOf(18, 0.5)])).toBe('');
  expect(runs.map((run) => rateOf(run, 'trajectory_exact_match')?.passing)).toEqual([
    undefined,
    36,
    29,
  ]);
  const said = describeTrend(runs, 'trajectory_exact_match', 0);
  expect(said).toMatch(/^today \d\d:\d\d 0\.62, today \d\d:\d\d 0\.50$/);
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
