import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { isRecordedText, type RowTexts } from '#core/calls/row-texts.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { TooManyVariants } from '#core/match/patterns/order-search.ts';
import type { Metric, ScoreRow } from './metric.ts';
import { whyNoCalls, type Score } from '#core/calls/outcome.ts';
import type { RecordedNumber } from '#core/calls/scored-row.ts';
import type { MetricSettings } from './settings.ts';

/** Defaults of metrics that compare calls with a reference. */
export const COMPARES_CALLS = {
  origin: 'vertex',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
} as const satisfies Partial<Metric>;

/**
 * Wraps a formula over two lists of calls with the rules of all reference metrics: unreadable and
 * missing sides have no score; empty ones have `scoreEmpty` if the settings allow it; of several
 * references the `best` score counts; a reference with too many variants has no score.
 */
export function scorePair(
  score: (pair: InternedPair, settings: MetricSettings) => number,
  scoreEmpty: (pair: InternedPair, settings: MetricSettings) => Score = score,
  best: (a: number, b: number) => number = Math.max,
): ScoreRow {
  const scoreOne = (pair: InternedPair, settings: MetricSettings): Score => {
    const hasPrediction = (pair.counts?.predicted ?? pair.prediction.length) > 0;
    const hasReference = (pair.counts?.expected ?? pair.reference.length) > 0;
    try {
      if (hasPrediction && hasReference) return score(pair, settings);
      if (settings.emptyTrajectories === 'score') return scoreEmpty(pair, settings);
    } catch (error) {
      if (error instanceof TooManyVariants) return 'too_many_ways';
      throw error;
    }
    if (!hasPrediction && !hasReference) return 'both_empty';
    return hasPrediction ? 'reference_empty' : 'prediction_empty';
  };
  return (row, settings) => {
    const { prediction, reference, pair } = row;
    if (prediction.state === 'unreadable') return whyNoCalls(prediction, 'prediction');
    if (reference.state === 'unreadable') return whyNoCalls(reference, 'reference');
    if (prediction.state === 'missing') return 'prediction_missing';
    if (reference.state === 'missing' || pair === null) return 'reference_missing';
    let result = scoreOne(pair, settings);
    for (const other of row.otherPairs) {
      const another = scoreOne(other, settings);
      if (typeof another !== 'number') continue;
      result = typeof result === 'number' ? best(result, another) : another;
    }
    return result;
  };
}

/**
 * Wraps a formula over two answers; no score where one is not recorded. An empty text is an answer.
 */
export function scoreTexts(score: (texts: RowTexts, settings: MetricSettings) => Score): ScoreRow {
  return ({ texts }, settings) => {
    if (!isRecordedText(texts.response)) return 'response_missing';
    if (!isRecordedText(texts.reference)) return 'answer_missing';
    return score(texts, settings);
  };
}

/** The score of a metric that reports a recorded number. */
export function recordedScore(recorded: RecordedNumber): Score {
  if (recorded === 'missing') return 'value_missing';
  return recorded === 'unreadable' ? 'value_unreadable' : recorded;
}

/** The score columns of a metric with one for each chosen tool. */
export function columnPerTool(metricId: string): NonNullable<Metric['columns']> {
  return ({ tools }) =>
    [...new Set(tools)].map((tool) => ({ id: `${metricId}(${tool})`, metricId, tool }));
}

/** Whether a tool is called. */
export function usesTool(calls: Trajectory, tool: string): boolean {
  return calls.some((call) => call.tool_name === tool);
}

/** Begins a sentence on texts without words; empty where both have words. */
export function whoIsEmpty(response: number, reference: number): string {
  if (response === 0 && reference === 0) return 'Both texts have';
  if (response === 0) return 'The response has';
  return reference === 0 ? 'The expected answer has' : '';
}
