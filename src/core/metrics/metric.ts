import type { InternedPair } from '#core/trajectory/intern-calls.ts';
import type { Trajectory, TrajectorySide } from '#core/trajectory/trajectory.ts';
import type { MetricSettings } from './settings.ts';

/** Why a row has no score, in the order their codes are stored in. */
export const OUTCOMES = [
  'scored',
  'prediction_missing',
  'reference_missing',
  'prediction_empty',
  'reference_empty',
  'both_empty',
  'value_missing',
  'prediction_unreadable',
  'reference_unreadable',
  'value_unreadable',
] as const;

/** What became of a row under a metric: scored, not evaluated for a reason, or an error. */
export type Outcome = (typeof OUTCOMES)[number];

/** A metric's answer for a row: the score, or why there is none. */
export type Score = number | Exclude<Outcome, 'scored'>;

/** Index of the first outcome that is an error of the data rather than "not evaluated". */
export const FIRST_ERROR = OUTCOMES.indexOf('prediction_unreadable');

/** A number that a row records about itself. */
export type RecordedNumber = number | 'missing' | 'unreadable';

/** What metrics see of a row. */
export interface ScoredRow {
  readonly prediction: TrajectorySide;
  readonly reference: TrajectorySide;
  /** Both sides as integers; null unless both have a list of calls. */
  readonly pair: InternedPair | null;
  readonly latencySeconds: RecordedNumber;
  readonly failure: RecordedNumber;
}

/** One column of scores. Most metrics have one, single tool use has one per tool. */
export interface ScoreColumn {
  /** Unique within a run, e.g. `trajectory_recall` or `trajectory_single_tool_use(search)`. */
  readonly id: string;
  readonly metricId: string;
  /** The tool looked for, where the metric is about one. */
  readonly tool?: string;
}

/** A pure scoring function and everything the page shows about it. */
export interface Metric {
  /** The reference service's name; equals the folder's name with underscores. */
  readonly id: string;
  readonly title: string;
  /** Table head, at most nine characters. */
  readonly short: string;
  /** One capital for the status strip; empty when the metric gives no verdict. */
  readonly letter: string;
  readonly definition: string;
  readonly formula: string;
  readonly source: string;
  /** `binary` scores are 0 or 1, `share` scores lie in [0,1], `seconds` are ≥ 0. */
  readonly scale: 'binary' | 'share' | 'seconds';
  /** Which end is good; `none` when a score is no verdict. */
  readonly better: 'higher' | 'lower' | 'none';
  readonly needs: readonly (
    'predicted_trajectory' | 'reference_trajectory' | 'latency_in_seconds' | 'failure'
  )[];
  /** Settings that change its scores, besides the choice of the metric and its columns. */
  readonly options: readonly (keyof MetricSettings)[];
  /** A metric of this kind is shown only when the data records it. */
  readonly isRecorded: boolean;
  /** Its score columns under the settings; none when there is nothing to compute. */
  columns(settings: MetricSettings): readonly ScoreColumn[];
  /** Scores one row. Pure: no clock, no random numbers, no I/O. */
  score(row: ScoredRow, settings: MetricSettings, column: ScoreColumn): Score;
}

/** The calls of both sides and their integers, once they are known to be there. */
export interface EvaluatedPair extends InternedPair {
  readonly settings: MetricSettings;
}

/**
 * Wraps a formula over two lists of calls with the rules that all reference metrics share:
 * unreadable and missing sides are never scored, empty ones only when the settings say so.
 * @param score scores a pair with a call on each side
 * @param scoreEmpty scores a pair with an empty side; used under `emptyTrajectories: 'score'`
 * @returns a metric's `score` function
 */
export function scorePair(
  score: (pair: InternedPair, settings: MetricSettings) => number,
  scoreEmpty: (pair: InternedPair) => Score,
): Metric['score'] {
  return (row, settings) => {
    const { prediction, reference, pair } = row;
    if (prediction.state === 'unreadable') return 'prediction_unreadable';
    if (reference.state === 'unreadable') return 'reference_unreadable';
    if (prediction.state === 'missing') return 'prediction_missing';
    if (reference.state === 'missing' || pair === null) return 'reference_missing';
    const hasPrediction = pair.prediction.length > 0;
    const hasReference = pair.reference.length > 0;
    if (hasPrediction && hasReference) return score(pair, settings);
    if (settings.emptyTrajectories === 'score') return scoreEmpty(pair);
    if (!hasPrediction && !hasReference) return 'both_empty';
    return hasPrediction ? 'reference_empty' : 'prediction_empty';
  };
}

/**
 * Counts how often each id occurs.
 * @param ids a list of call ids
 * @param distinct how many distinct ids there are
 * @returns the count of every id, by id
 */
export function countIds(ids: readonly number[], distinct: number): Uint32Array {
  const counts = new Uint32Array(distinct);
  for (const id of ids) counts[id] = (counts[id] as number) + 1;
  return counts;
}

/**
 * The share of one side's calls that also appear in the other.
 * @param side the calls counted
 * @param other the calls looked up in
 * @param distinct how many distinct ids there are
 * @param rule `membership` looks every call up on its own; `multiset` uses a call of the other side once
 * @returns a share in [0,1]; the side must not be empty
 */
export function shareFound(
  side: readonly number[],
  other: readonly number[],
  distinct: number,
  rule: MetricSettings['duplicates'],
): number {
  const available = countIds(other, distinct);
  let found = 0;
  for (const id of side) {
    const left = available[id] as number;
    if (left === 0) continue;
    found++;
    if (rule === 'multiset') available[id] = left - 1;
  }
  return found / side.length;
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
