import type { RowTexts } from '#core/text/row-texts.ts';
import type { InternedPair } from '#core/trajectory/intern-calls.ts';
import type { Trajectory } from '#core/trajectory/trajectory.ts';
import type { Score, ScoreColumn, ScoredRow } from './metric.ts';
import type { MetricSettings } from './settings.ts';

/** The formula of a metric. */
export interface Scorer {
  /** Scores one row. Pure: no clock, no random numbers, no I/O. */
  score(row: ScoredRow, settings: MetricSettings, column: ScoreColumn): Score;
  /** Says why a row scores 0 for a reason people do not expect; empty when there is none. */
  readonly whyZero?: (texts: RowTexts, settings: MetricSettings) => string;
}

/**
 * Wraps a formula over two lists of calls with the rules that all reference metrics share:
 * unreadable and missing sides are never scored, empty ones only when the settings say so, and of
 * several acceptable references the best score counts.
 * @param score scores a pair with a call on each side
 * @param scoreEmpty scores a pair with an empty side; used under `emptyTrajectories: 'score'`
 * @param best which of two scores is the better one
 * @returns a scorer's `score` function
 */
export function scorePair(
  score: (pair: InternedPair, settings: MetricSettings) => number,
  scoreEmpty: (pair: InternedPair) => Score,
  best: (a: number, b: number) => number = Math.max,
): Scorer['score'] {
  const scoreOne = (pair: InternedPair, settings: MetricSettings): Score => {
    const hasPrediction = pair.prediction.length > 0;
    const hasReference = pair.reference.length > 0;
    if (hasPrediction && hasReference) return score(pair, settings);
    if (settings.emptyTrajectories === 'score') return scoreEmpty(pair);
    if (!hasPrediction && !hasReference) return 'both_empty';
    return hasPrediction ? 'reference_empty' : 'prediction_empty';
  };
  return (row, settings) => {
    const { prediction, reference, pair } = row;
    if (prediction.state === 'unreadable') return 'prediction_unreadable';
    if (reference.state === 'unreadable') return 'reference_unreadable';
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
 * Looks for a tool in a trajectory, by name only.
 * @param calls the trajectory
 * @param tool the tool's name
 * @returns whether some call is of that tool
 */
export function usesTool(calls: Trajectory, tool: string): boolean {
  return calls.some((call) => call.tool_name === tool);
}
