import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { fullMarks } from '#core/score/metrics/registry.ts';
import { BINS, summarise, summariseScores } from './summarise.ts';
import type { MetricSummary } from './metric-summary.ts';

/** A score column of numbers and outcomes. */
function column(metricId: string, scores: readonly (number | Outcome)[]): ScoreValues {
  return {
    id: metricId,
    metricId,
    values: Float64Array.from(scores, (score) => (typeof score === 'number' ? score : Number.NaN)),
    outcomes: Uint8Array.from(scores, (score) =>
      typeof score === 'number' ? 0 : OUTCOMES.indexOf(score),
    ),
  };
}

const summaryOf = (metricId: string, scores: readonly (number | Outcome)[]): MetricSummary =>
  summariseScores(column(metricId, scores));

describe('summariseScores', () => {
  it('uses the sample standard deviation, as the service does', () => {
    const { mean, std } = summaryOf('trajectory_exact_match', [1, 0, 0]);
    expect(mean).toBeCloseTo(0.3333333333333333, 12);
    expect(std).toBeCloseTo(0.5773502691896257, 12);
    const floats = summaryOf('trajectory_precision', [0.659794, 0.704762, 0.792793]);
    expect(floats.mean).toBeCloseTo(0.7191163333333334, 12);
    expect(floats.std).toBeCloseTo(0.06765144983171707, 12);
  });

  it('leaves rows without a score out of all numbers but the counts', () => {
    const scores = [
      1,
      'prediction_missing',
      0.5,
      'both_empty',
      'prediction_unreadable',
      'value_missing',
    ] as const;
    const summary = summaryOf('trajectory_recall', scores);
    expect(summary).toMatchObject({
      valid: 2,
      notEvaluated: 3,
      errors: 1,
      mean: 0.75,
      min: 0.5,
      max: 1,
      median: 0.75,
    });
    expect(summary).toEqual({
      ...summaryOf('trajectory_recall', [1, 0.5]),
      notEvaluated: 3,
      errors: 1,
    });
  });

  it('has no deviation of one row, and no mean of none', () => {
    expect(summaryOf('trajectory_recall', [0.5])).toMatchObject({
      mean: 0.5,
      std: null,
      interval: null,
      valid: 1,
    });
    expect(summaryOf('trajectory_recall', ['both_empty'])).toMatchObject({
      ...{ mean: null, std: null, median: null, p90: null, min: null, max: null, interval: null },
      ...{ valid: 0, notEvaluated: 1, errors: 0 },
    });
    expect(summaryOf('trajectory_recall', []).histogram.bins).toEqual(new Array(BINS).fill(0));
  });

  it('counts every error of the data as an error', () => {
    const outcomes = OUTCOMES.filter((outcome) => outcome !== 'scored');
    const { notEvaluated, errors, valid } = summaryOf('trajectory_recall', outcomes);
    expect({ notEvaluated, errors, valid }).toEqual({ notEvaluated: 27, errors: 19, valid: 0 });
  });

  it('gives binary scores the interval of a share, others that of a mean', () => {
    const binary = [...new Array<number>(8).fill(1), 0, 0];
    const { interval } = summaryOf('trajectory_exact_match', binary);
    expect(interval?.low).toBeCloseTo(0.49016247153664183, 9);
    expect(interval?.high).toBeCloseTo(0.9433178485456247, 9);
    expect(summaryOf('failure', binary).interval?.method).toBe('wilson');
    expect(summaryOf('trajectory_recall', binary).interval?.method).toBe('beta');
    expect(summaryOf('trajectory_exact_match', [0]).interval?.method).toBe('wilson');
  });

  it('knows the ends of ratings', () => {
    const { low, high, method } = summaryOf('rating', [5, 5, 5, 5, 5, 5]).interval!;
    expect(method).toBe('beta');
    // Clopper and Pearson of 6 of 6: 0.54, on a scale from 1 to 5
    expect([low, high]).toEqual([expect.closeTo(1 + 4 * 0.5407, 3), 5]);
    expect(fullMarks('rating')).toBeUndefined();
  });

  it('keeps the interval of a mean on the scale', () => {
    const nearlyAll = [...new Array<number>(600).fill(1), 0];
    const { low = 0, high = 2 } = summaryOf('trajectory_recall', nearlyAll).interval ?? {};
    expect(low).toBeGreaterThan(0.98);
    expect(high).toBeLessThanOrEqual(1);
    const nearlyNone = nearlyAll.map((score) => 1 - score);
    expect(summaryOf('trajectory_recall', nearlyNone).interval?.low).toBeGreaterThanOrEqual(0);
    expect(summaryOf('latency_in_seconds', [...nearlyNone.slice(1), 900]).interval).toMatchObject({
      low: 0,
    });
    expect(
      summaryOf(
        'latency_in_seconds',
        nearlyAll.map((score) => score * 9),
      ).interval?.high,
    ).toBeGreaterThan(8);
  });

  it('orders its numbers and fills the histogram with every scored row', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    const scores = fc.array(
      fc.oneof(score, fc.constantFrom<Outcome>('both_empty', 'prediction_unreadable')),
    );
    const id = fc.constantFrom('trajectory_recall', 'latency_in_seconds');
    fc.assert(
      fc.property(scores, id, (list, metricId) => {
        const { min, median, p90, max, mean, valid, notEvaluated, errors, histogram } = summaryOf(
          metricId,
          list,
        );
        expect(valid + notEvaluated + errors).toBe(list.length);
        expect(histogram.bins.reduce((total, bin) => total + bin, 0)).toBe(valid);
        if (valid === 0) return;
        const numbers = [min, median, p90, max].map(Number);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        expect(mean! >= min! - 1e-12 && mean! <= max! + 1e-12).toBe(true);
      }),
      { numRuns: lawRuns(30) },
    );
  });
});

describe('the histogram', () => {
  it('puts shares on [0,1] with 1 in the last bar', () => {
    const { histogram } = summaryOf('trajectory_recall', [0, 0, 0.5, 1, 1, 1]);
    expect(histogram).toMatchObject({ min: 0, max: 1 });
    expect([histogram.bins[0], histogram.bins[BINS / 2], histogram.bins[BINS - 1]]).toEqual([
      2, 1, 3,
    ]);
  });

  it('puts seconds between 0 and the longest', () => {
    const { histogram } = summaryOf('latency_in_seconds', [6, 12, 24]);
    expect(histogram).toMatchObject({ min: 0, max: 24 });
    expect([histogram.bins[6], histogram.bins[12], histogram.bins[23]]).toEqual([1, 1, 1]);
    expect(summaryOf('latency_in_seconds', [0, 0]).histogram).toMatchObject({ min: 0, max: 1 });
  });
});

it('summarise summarises every score column in its order, tools by name', () => {
  const run = scoreRecords([recordOf(calls('ab'), calls('ab')), recordOf(calls('c'), calls('a'))], {
    tools: ['a'],
  });
  const summary = summarise(run);
  expect(summary.map(({ columnId }) => columnId)).toEqual(run.scores.map(({ id }) => id));
  const tool = summary.find(({ metricId }) => metricId === 'trajectory_single_tool_use');
  expect(tool).toMatchObject({
    columnId: 'trajectory_single_tool_use(a)',
    tool: 'a',
    mean: 0.5,
    valid: 2,
  });
  expect(summary[0]).not.toHaveProperty('tool');
  expect(summary.at(-1)).toMatchObject({ columnId: 'failure', valid: 0, notEvaluated: 2 });
});
