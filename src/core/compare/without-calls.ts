import { GrowingArray } from '#core/base/lists/growing-array.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { outcomeReader, scoreReader } from '#core/score/columns/score-codes.ts';
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
  const madeNoneInA = findsNoCalls(baseline, a);
  const madeNoneInB = findsNoCalls(candidate, b);
  for (let pair = 0; pair < found.length; pair++) {
    const rowA = baselineRows[pair] as number;
    const rowB = candidateRows[pair] as number;
    const passesA = scoreInA(rowA) === 1;
    const passesB = scoreInB(rowB) === 1;
    if (passesA === passesB) continue;
    if (passesA && madeNoneInB(rowB)) found[pair] = WITHOUT_CALLS.candidate;
    else if (passesB && madeNoneInA(rowA)) found[pair] = WITHOUT_CALLS.baseline;
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

/**
 * Finds rows of a run that made no calls.
 * @returns whether a row's prediction was made without any, or is missing where others are recorded
 */
function findsNoCalls(run: ScoredColumns, scores: ScoreValues): (row: number) => boolean {
  const [scoreOf, outcomeOf] = [scoreReader(scores), outcomeReader(scores)];
  const { starts } = run.tools;
  return (row) => {
    const outcome = outcomeOf(row);
    if (outcome === PREDICTION_EMPTY) return true;
    // a run that records no call at all is not one of an agent that made none
    if (outcome === PREDICTION_MISSING) return run.predictedCalls > 0;
    return !Number.isNaN(scoreOf(row)) && starts[row] === starts[row + 1];
  };
}

/**
 * Looks the scores of a run up as they count in its pairs.
 * @returns gives the score of a row, −1 for none, and NaN without a score; it counts as 0 where the
 * row made no calls although the other passes
 */
export function pairScoreReader(
  scores: ScoreValues | undefined,
): (row: number, isWithoutCalls: boolean) => number {
  const scoreOf = scoreReader(scores);
  if (!scores || !scoresCalls(scores.metricId)) return scoreOf;
  const outcomeOf = outcomeReader(scores);
  return (row, isWithoutCalls) => {
    const value = scoreOf(row);
    if (!isWithoutCalls || !Number.isNaN(value)) return value;
    const outcome = outcomeOf(row);
    return outcome === PREDICTION_EMPTY || outcome === PREDICTION_MISSING ? 0 : value;
  };
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
  const scoreOf = pairScoreReader(scores);
  for (let pair = 0; pair < rows.length; pair++) {
    if (withoutCalls[pair] !== mark) continue;
    const row = rows[pair] as number;
    values[row] = scoreOf(row, true);
  }
  return { ...scores, values };
}
