import { expect, it } from 'vitest';
import { BINS } from '#core/explain/summary/bins.ts';
import type { Figure } from '#ui/charts/figure.ts';
import { describeScores } from '#core/explain/summary/statistics.ts';
import { figuresOf } from '#core/explain/summary/run-figures.ts';
import { NO_ROWS, noLabels } from '#core/score/columns/scored-columns.ts';
import { FAKE_THEME } from '../../../../../tests/support/summaries.ts';
import { scoreDistribution } from './score-distribution.ts';

function draw(id: string, values: readonly number[]) {
  const scores = {
    ...{ id, metricId: id, values: Float64Array.from(values) },
    outcomes: new Uint8Array(values.length),
  };
  const request = { columnId: id, thresholds: {} };
  const figures = figuresOf(NO_ROWS, new Uint32Array(), request, noLabels(0));
  const chosen = describeScores(scores, {});
  return scoreDistribution.figure({
    ...{ columnId: id, groupedBy: '', runs: [], source: '' },
    figures: { ...figures, chosen },
  });
}

function datasetOf(figure: Omit<Figure, 'id'> | undefined) {
  if (!figure || typeof figure.draw === 'function') throw new Error('no chart');
  const [dataset] = figure.draw.configure(FAKE_THEME).data.datasets;
  return {
    data: dataset?.data as (number | null)[],
    backgroundColor: dataset?.backgroundColor as string[],
    filters: figure.draw.filters,
  };
}

it('draws two bars for a metric of 0 and 1', () => {
  const figure = draw('trajectory_exact_match', [1, 0, 1]);
  expect(datasetOf(figure)).toMatchObject({
    data: [1, 2],
    backgroundColor: ['bar-fail', 'bar-pass'],
  });
  expect(figure?.caption).toContain('2 of 3 rows have score 1.');
});

it('draws the histogram of a share, with nothing where no row is', () => {
  const { data, backgroundColor, filters } = datasetOf(draw('trajectory_recall', [0, 0.5, 1, 1]));
  expect(data).toHaveLength(BINS);
  expect(filters).toHaveLength(BINS);
  expect(data.filter((bar) => bar !== null)).toEqual([1, 1, 2]);
  expect(backgroundColor.at(-1)).toBe('bar-pass');
});

it('does not pass a last bin without a full score', () => {
  const { backgroundColor } = datasetOf(draw('trajectory_recall', [0.5, 0.97]));
  expect(backgroundColor.at(-1)).toBe('bar-fail');
});

it('has nothing to draw of seconds', () => {
  expect(draw('latency_in_seconds', [1, 2])).toBeUndefined();
});
