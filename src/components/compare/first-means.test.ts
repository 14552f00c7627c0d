import { describe, expect, it } from 'vitest';
import type { ScoreValues } from '#core/scoring/scored-columns.ts';
import { summarise } from '#core/summary/summarise.ts';
import { meansOf } from './first-means.ts';

const column = (metricId: string, ...values: number[]): ScoreValues => ({
  ...{ id: metricId, metricId },
  values: Float64Array.from(values),
  outcomes: new Uint8Array(values.length),
});

const summaryOf = (...scores: ScoreValues[]) => summarise({ scores });

describe('meansOf', () => {
  it('lists the metrics of the first run that another has, with the mean of each', () => {
    const baseline = summaryOf(column('trajectory_exact_match', 1, 0), column('bleu', 1, 1));
    const [both, one] = [summaryOf(column('trajectory_exact_match', 1, 1)), summaryOf()];
    expect(meansOf([baseline, both, one])).toMatchObject([
      { columnId: 'trajectory_exact_match', means: [0.5, 1, null] },
    ]);
  });

  it('has no line for what no run records, and none without runs', () => {
    const silent = summaryOf(column('latency_in_seconds', Number.NaN));
    expect(meansOf([silent, silent])).toEqual([]);
    expect(meansOf([])).toEqual([]);
  });
});
