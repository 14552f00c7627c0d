import { GrowingArray } from '#core/base/lists/growing-array.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { outcomeAt, scoreAt, scoreReader } from '#core/score/columns/score-codes.ts';
import type { Pairs } from '#core/base/lists/pair-rows.ts';
import { mainMetric, scoresCalls } from './main-metric.ts';

/** Which run of a pair made no calls although the other passes. */
export const WITHOUT_CALLS = { neither: 0, candidate: 1, baseline: 2 } as const;

/** The scores of two runs in one metric. */
export interface SharedScores {
  /** The baseline's. */
  readonly a: ScoreValues;
  /** The candidate's. */
  readonly b: ScoreValues;
}

/** Pairs of rows, in the order of the baseline. */
export interface PairedRows extends Pick<Pairs, 'baselineRows' | 'candidateRows'> {
  /** One of {@link WITHOUT_CALLS} per pair. */
  readonly withoutCalls: Uint8Array;
  /** The pairs in which that is one of the two. */
  readonly marked: Uint32Array;
}

const PREDICTION_MISSING = OUTCOMES.indexOf('prediction_missing');
const PREDICTION_EMPTY = OUTCOMES.indexOf('prediction_empty');

/**
 * Finds the pairs in which one run passes and the other made no calls. A row passes at score 1 in
 * the main metric, if that scores calls.
 * @param shared the score columns of both runs
 * @returns one of {@link WITHOUT_CALLS} per pair
 */
export function findWithoutCalls(
  shared: readonly SharedScores[],
  baseline: ScoredColumns,
  candidate: ScoredColumns,
  { baselineRows, candidateRows }: Pairs,
): Uint8Array {
  const found = new Uint8Array(baselineRows.length);
  const main = mainMetric(shared.map(({ a, b }) => ({ metricId: a.metricId, a, b })));
  if (!main || !scoresCalls(main.metricId)) return found;
  const { a, b } = main;
  const [scoreInA, scoreInB] = [scoreReader(a), scoreReader(b)];
  for (let pair = 0; pair < found.length; pair++) {
    const rowA = baselineRows[pair] as number;
    const rowB = candidateRows[pair] as number;
    const passesA = scoreInA(rowA) === 1;
    const passesB = scoreInB(rowB) === 1;
    if (passesA === passesB) continue;
    if (passesA && hasNoCalls(candidate, b, rowB)) found[pair] = WITHOUT_CALLS.candidate;
    else if (passesB && hasNoCalls(baseline, a, rowA)) found[pair] = WITHOUT_CALLS.baseline;
  }
  return found;
}

/** Lists the pairs in which {@link WITHOUT_CALLS} is one of the two. */
export function listMarked(withoutCalls: Uint8Array): Uint32Array {
  const marked = new GrowingArray<Uint32Array>(Uint32Array);
  for (let pair = 0; pair < withoutCalls.length; pair++)
    if (withoutCalls[pair] !== WITHOUT_CALLS.neither) marked.push(pair);
  return marked.copy();
}

/** Whether a prediction was made in which nothing is called, or none where others are recorded. */
function hasNoCalls(run: ScoredColumns, scores: ScoreValues, row: number): boolean {
  const outcome = outcomeAt(scores, row);
  if (outcome === PREDICTION_EMPTY) return true;
  // a run that records no call at all is not one of an agent that made none
  if (outcome === PREDICTION_MISSING) return run.predictedCalls > 0;
  const { starts } = run.tools;
  return !Number.isNaN(scoreAt(scores, row)) && starts[row] === starts[row + 1];
}

/**
 * The score of a row as it counts in a pair.
 * @param row a row number; −1 for none
 * @param isWithoutCalls whether the row made no calls although the other passes: it counts as 0
 * @returns NaN without a score
 */
export function scoreInPair(
  scores: ScoreValues | undefined,
  row: number,
  isWithoutCalls: boolean,
): number {
  const value = scoreAt(scores, row);
  if (!scores || !isWithoutCalls || !Number.isNaN(value) || !scoresCalls(scores.metricId))
    return value;
  const outcome = outcomeAt(scores, row);
  return outcome === PREDICTION_EMPTY || outcome === PREDICTION_MISSING ? 0 : value;
}

/** The baseline's score as it counts in a pair; NaN without one. */
export function baselineScore({ a }: SharedScores, paired: PairedRows, pair: number): number {
  const isWithout = paired.withoutCalls[pair] === WITHOUT_CALLS.baseline;
  return scoreInPair(a, paired.baselineRows[pair] as number, isWithout);
}

/** The candidate's score as it counts in a pair; NaN without one. */
export function candidateScore({ b }: SharedScores, paired: PairedRows, pair: number): number {
  const isWithout = paired.withoutCalls[pair] === WITHOUT_CALLS.candidate;
  return scoreInPair(b, paired.candidateRows[pair] as number, isWithout);
}

/**
 * The scores of a run as they count in its pairs.
 * @param rows the run's row of each pair
 * @param withoutCalls one of {@link WITHOUT_CALLS} per pair
 * @param side the run's
 */
export function scoresInPairs(
  scores: ScoreValues,
  rows: Uint32Array,
  withoutCalls: Uint8Array,
  side: 'baseline' | 'candidate',
): ScoreValues {
  const mark = WITHOUT_CALLS[side];
  if (!withoutCalls.includes(mark)) return scores;
  const values = scores.values.slice();
  for (let pair = 0; pair < rows.length; pair++) {
    if (withoutCalls[pair] !== mark) continue;
    const row = rows[pair] as number;
    values[row] = scoreInPair(scores, row, true);
  }
  return { ...scores, values };
}
