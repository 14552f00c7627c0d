import type { ColumnRole } from '#core/read/names/column-roles.ts';
import type { Range } from '#core/base/statistics/bounded-mean.ts';
import { boundText, type WordPart } from '#core/base/text/sentence.ts';
import { type Score, whyNoCalls } from '#core/calls/outcome.ts';
import {
  type RecordedField,
  type ScoredRow,
  type RecordedNumber,
  isRecordedText,
  type RowTexts,
} from '#core/calls/scored-row.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import type { MetricSettings } from './settings.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { bestOfVariants } from '#core/match/patterns/order-search.ts';

/** A score column. Most metrics have one, single tool use has one per tool. */
export interface ScoreColumn {
  /** Unique within a run, e.g. `trajectory_recall` or `trajectory_single_tool_use(search)`. */
  readonly id: string;
  readonly metricId: string;
  /** The tool looked for, where the metric is about one. */
  readonly tool?: string | undefined;
}

/** A score with everything needed to explain it. */
export interface ExplainedScore {
  readonly value: number;
  readonly column: ScoreColumn;
  readonly settings: MetricSettings;
  /** The row, with the calls of the closest reference. */
  readonly aligned: AlignedRow;
}

/** The edits of a prediction that give a metric its best score. */
export interface EditKinds {
  readonly kinds: readonly ('add' | 'remove' | 'change' | 'move')[];
  /**
   * A call found on the other side counts however often it occurs, unless the settings say
   * otherwise.
   */
  readonly isByMembership?: boolean;
  /** Calls are compared by name. */
  readonly isByName?: boolean;
}

/** Scores one row. Pure: no clock, no random numbers, no I/O. */
export type ScoreRow = (row: ScoredRow, settings: MetricSettings, column: ScoreColumn) => Score;

/** A metric: its texts, its formula, and explanations of its scores. */
export interface Metric {
  /** Its name in settings and files, the reference service's where that has the metric. */
  readonly id: string;
  readonly title: string;
  /** Table head, unique, at most nine characters. */
  readonly short: string;
  readonly definition: string;
  /** The reference service has it, this project adds it, or the user wrote it. */
  readonly origin: 'vertex' | 'playground' | 'own';
  /** Its group in the picker; absent: trajectories. */
  readonly group?: 'response' | 'tool-call' | 'process';
  /**
   * `binary`: 0 or 1; `share`: in [0,1]; `seconds`: ≥ 0; `number`: any; `amount`: ≥ 0 without a
   * best value.
   */
  readonly scale: 'binary' | 'share' | 'seconds' | 'number' | 'amount';
  /** Which end is good; `none` for a score without a verdict. */
  readonly better: 'higher' | 'lower' | 'none';
  /** The range of a scale of numbers, where known. */
  readonly range?: Range;
  readonly needs: readonly Exclude<ColumnRole, 'id' | 'prompt'>[];
  /**
   * Settings that change its scores, besides whether it is chosen and its columns; absent: none.
   */
  readonly options?: readonly (keyof MetricSettings)[];
  /** Its score depends only on `PairCounts`: rows with equal counts are scored once. */
  readonly isCounted?: true;
  /** Its score depends on the content of calls, not only on which are equal. */
  readonly readsCalls?: true;
  /** Its values are recorded in the data; shown only where there are some. */
  readonly isRecorded?: boolean;
  /** The field of a row that it reports. */
  readonly records?: RecordedField;
  /** Its score columns under the settings, possibly none; absent: one with its own id. */
  readonly columns?: (settings: MetricSettings) => readonly ScoreColumn[];
  /** Its formula; absent where scores come from elsewhere. */
  readonly score?: ScoreRow;
  /** Explains a score in one line, with numbers only where the score proves them. */
  readonly explain?: (score: ExplainedScore) => readonly WordPart[];
  /** The place of the call that caused a score, from 0; undefined without one. */
  readonly blames?: (score: ExplainedScore) => number | undefined;
  /** The edits that would give the best score. */
  readonly edits?: EditKinds;
  /** The tools to call for the best score. */
  readonly missingTools?: (score: ExplainedScore) => readonly string[];
  /** What a row with full marks does, e.g. `follows the reference in order`. */
  readonly deed?: string;
  /** How the headline of a run names the metric; absent: not at all. */
  readonly headline?: {
    /** The lowest one comes first. */
    readonly rank: number;
    /** What rows with full marks do, for one row and for several. */
    readonly one: string;
    readonly many: string;
  };
  /** It has a score column for each chosen tool. */
  readonly isPerTool?: true;
  readonly exports?: MetricExports;
  /** The variant that compares calls by name; absent where it has none. */
  readonly byNames?: Pick<Metric, 'short' | 'definition'>;
}

/** Shortens a name for a table head, see {@link Metric.short}. */
export function shortName(name: string): string {
  return name.length > 9 ? boundText(name, 8) : name;
}

/** A metric with a formula. */
export interface ComputedMetric extends Metric {
  readonly score: ScoreRow;
}

/** Whether a metric has a formula. */
export function isComputed(metric: Metric | undefined): metric is ComputedMetric {
  return metric?.score !== undefined;
}

/** A kind of metric: built in, judged, custom, rule, recorded or rated. */
export interface MetricKind {
  /** The metric of an id; undefined for an id of another kind. */
  readonly find: (id: string) => Metric | undefined;
  /** The setting that lists its metrics, without which it has none; absent: no setting does. */
  readonly setting?: keyof MetricSettings;
  /** Its score columns under the settings. */
  readonly columns?: (settings: MetricSettings) => readonly ScoreColumn[];
}

/** Derives the variant of a metric that compares calls by name. */
export function namesOnly(metric: ComputedMetric): ComputedMetric {
  const { byNames, explain: _, deed: _deed, headline: _headline, ...others } = metric;
  const { edits, exports: _exports, isCounted: _counted, ...rest } = others;
  return {
    ...rest,
    ...byNames,
    id: `${metric.id}_names`,
    title: `${metric.title}, names only`,
    origin: 'playground',
    score: (row, settings, column) => metric.score(row.byName, settings, column),
    ...(edits && { edits: { ...edits, isByName: true } }),
  };
}

/** Whether scores lie in [0,1]. */
export function isUnitScale(scale: Metric['scale'] | undefined): boolean {
  return scale !== 'seconds' && scale !== 'number' && scale !== 'amount';
}

/** The range of shares and of 0/1 scores. */
export const UNIT: Range = { least: 0, most: 1 };

/** The range of a metric’s scores; infinite ends where unknown. */
export function rangeOf(metric: Pick<Metric, 'scale' | 'range'> | undefined): Range {
  if (metric?.range) return metric.range;
  if (!metric || metric.scale === 'number') return { least: -Infinity, most: Infinity };
  return isUnitScale(metric.scale) ? UNIT : { least: 0, most: Infinity };
}

/**
 * How the Vertex SDK expresses a metric. It takes the id of each of its own metrics that needs no
 * options.
 */
interface MetricExports {
  /** The Vertex SDK class with the keyword arguments of each call; undefined: the id is enough. */
  readonly vertex?: (settings: MetricSettings) => VertexClass | undefined;
  /** The option set that the Vertex SDK lacks. */
  readonly notInVertex?: (settings: MetricSettings) => string | undefined;
}

/** A class of the Vertex SDK with the keyword arguments of each call. */
export interface VertexClass {
  readonly name: string;
  readonly calls: readonly Readonly<Record<string, string | true>>[];
}

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
 * references, and of the variants of one with patterns, the `best` score counts.
 */
export function scorePair(
  score: (pair: InternedPair, settings: MetricSettings) => number,
  scoreEmpty: (pair: InternedPair, settings: MetricSettings) => Score = score,
  best: (a: number, b: number) => number = Math.max,
): ScoreRow {
  const scoreOne = (pair: InternedPair, settings: MetricSettings): Score => {
    const hasPrediction = (pair.counts?.predicted ?? pair.prediction.length) > 0;
    const hasReference = (pair.counts?.expected ?? pair.reference.length) > 0;
    if (hasPrediction && hasReference)
      return bestOfVariants(pair, (one) => score(one, settings), best);
    if (settings.emptyTrajectories === 'score')
      return bestOfVariants(pair, (one) => scoreEmpty(one, settings), best);
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
