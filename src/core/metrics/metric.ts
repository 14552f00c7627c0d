import type { ColumnRole } from '#core/issues/issue.ts';
import type { Failure } from '#core/judging/call-error.ts';
import type { InternedPair } from '#core/trajectory/intern-calls.ts';
import type { RowTexts } from '#core/text/row-texts.ts';
import type { CallsSide, TrajectorySide } from '#core/trajectory/trajectory.ts';
import type { MetricSettings } from './settings.ts';

/** Failures of a judge as outcomes, in the order of FAILURES. */
const JUDGE_FAILURES = [
  'judge_auth',
  'judge_rate_limited',
  'judge_timeout',
  'judge_network_or_cors',
  'judge_server',
  'judge_rejected',
  'judge_blocked',
  'judge_truncated',
  'judge_unparseable',
  'judge_out_of_rubric',
  'judge_budget',
] as const satisfies readonly `judge_${Failure}`[];

/** Why a row has no score. Stored by place: new ones go to the end. */
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
  'response_missing',
  'answer_missing',
  'answer_unreadable',
  'not_judged',
  'judge_input_missing',
  ...JUDGE_FAILURES,
  'code_failed',
  'code_gave_none',
  'code_not_agreed',
] as const;

/** What became of a row under a metric: scored, not evaluated for a reason, or an error. */
export type Outcome = (typeof OUTCOMES)[number];

/** A metric's answer for a row: the score, or why there is none. */
export type Score = number | Exclude<Outcome, 'scored'>;

const IS_ERROR = OUTCOMES.map(
  (outcome) =>
    outcome.endsWith('_unreadable') ||
    outcome === 'code_failed' ||
    (JUDGE_FAILURES as readonly string[]).includes(outcome),
);

/**
 * Tells errors of the data or of a judge apart; the other outcomes are a score or "not evaluated".
 * @param code index into {@link OUTCOMES}
 * @returns whether the row has no score because its data cannot be read or the judge or code failed
 */
export function isErrorOutcome(code: number): boolean {
  return IS_ERROR[code] === true;
}

/** A number that a row records about itself. */
export type RecordedNumber = number | 'missing' | 'unreadable';

/** What metrics see of a row. */
export interface ScoredRow {
  readonly prediction: TrajectorySide;
  readonly reference: TrajectorySide;
  /** Both sides as integers; null unless both have a list of calls. */
  readonly pair: InternedPair | null;
  /** Further acceptable references; none where the prediction is no list. */
  readonly otherReferences: readonly CallsSide[];
  /** The prediction with each of them. */
  readonly otherPairs: readonly InternedPair[];
  /** The same row with calls compared by their tools' names alone. */
  readonly byName: ScoredRow;
  readonly latencySeconds: RecordedNumber;
  readonly failure: RecordedNumber;
  /** Response and expected answer, read when a metric asks for them. */
  readonly texts: RowTexts;
}

/** One column of scores. Most metrics have one, single tool use has one per tool. */
export interface ScoreColumn {
  /** Unique within a run, e.g. `trajectory_recall` or `trajectory_single_tool_use(search)`. */
  readonly id: string;
  readonly metricId: string;
  /** The tool looked for, where the metric is about one. */
  readonly tool?: string;
}

/** Everything the page shows of a metric; its formula is in scorers.ts. */
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
  /** Whether the reference service has the metric, this project adds it, or a person wrote it. */
  readonly origin: 'vertex' | 'playground' | 'own';
  /** `binary` scores are 0 or 1, `share` scores lie in [0,1], `seconds` are ≥ 0, `number` is any. */
  readonly scale: 'binary' | 'share' | 'seconds' | 'number';
  /** Which end is good; `none` when a score is no verdict. */
  readonly better: 'higher' | 'lower' | 'none';
  /** The best score there is, where that is neither 1 nor, with lower ones better, 0. */
  readonly best?: number;
  readonly needs: readonly Exclude<ColumnRole, 'id' | 'prompt'>[];
  /** Settings that change its scores, besides the choice of the metric and its columns. */
  readonly options: readonly (keyof MetricSettings)[];
  /** A metric of this kind is shown only when the data records it. */
  readonly isRecorded: boolean;
  /** Its score columns under the settings; none when there is nothing to compute. */
  columns(settings: MetricSettings): readonly ScoreColumn[];
}

/**
 * Tells the scales whose scores lie in [0,1].
 * @param scale a metric's scale; undefined for a metric that is not known
 * @returns false for seconds and for numbers of any size
 */
export function isUnitScale(scale: Metric['scale'] | undefined): boolean {
  return scale !== 'seconds' && scale !== 'number';
}
