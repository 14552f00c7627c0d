import type { ColumnRole } from '#core/read/names/column-roles.ts';
import type { Range } from '#core/base/statistics/bounded-mean.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import type { Score } from '#core/calls/outcome.ts';
import type { RecordedField, ScoredRow } from '#core/calls/scored-row.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import type { MetricSettings } from './settings.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';

/** One column of scores. Most metrics have one, single tool use has one per tool. */
export interface ScoreColumn {
  /** Unique within a run, e.g. `trajectory_recall` or `trajectory_single_tool_use(search)`. */
  readonly id: string;
  readonly metricId: string;
  /** The tool looked for, where the metric is about one. */
  readonly tool?: string | undefined;
}

/** A score of a row with all there is to explain it with. */
export interface ExplainedScore {
  readonly value: number;
  readonly column: ScoreColumn;
  readonly settings: MetricSettings;
  /** The row, with the calls of the closest reference. */
  readonly aligned: AlignedRow;
}

/** Which edits of a prediction give a metric that compares calls its best score. */
export interface EditKinds {
  readonly kinds: readonly ('add' | 'remove' | 'change' | 'move')[];
  /** A call found on the other side counts however often it is there, unless the settings say otherwise. */
  readonly isByMembership?: boolean;
  /** Calls are compared by their tools' names. */
  readonly isByName?: boolean;
}

/** Scores one row. Pure: no clock, no random numbers, no I/O. */
export type ScoreRow = (row: ScoredRow, settings: MetricSettings, column: ScoreColumn) => Score;

/** A metric: what it is, how it scores a row, and what it can say about a score. */
export interface Metric {
  /** The reference service's name; equals the file's name with underscores. */
  readonly id: string;
  readonly title: string;
  /** Table head, at most nine characters. */
  readonly short: string;
  /** One capital for the status strip; absent when the metric has no verdict. */
  readonly letter?: string;
  readonly definition: string;
  /** Whether the reference service has the metric, this project adds it, or a person wrote it. */
  readonly origin: 'vertex' | 'playground' | 'own';
  /** Its group in the list to choose from; absent: that of trajectories. */
  readonly group?: 'response' | 'tool-call' | 'process';
  /**
   * `binary` scores are 0 or 1, `share` scores lie in [0,1], `seconds` are ≥ 0, `number` is any;
   * `amount` is ≥ 0 and has no end that is full marks.
   */
  readonly scale: 'binary' | 'share' | 'seconds' | 'number' | 'amount';
  /** Which end is good; `none` when a score is no verdict. */
  readonly better: 'higher' | 'lower' | 'none';
  /** The ends of a scale of numbers, where it has some. */
  readonly range?: Range;
  readonly needs: readonly Exclude<ColumnRole, 'id' | 'prompt'>[];
  /** Settings that change its scores, besides the choice of the metric and its columns; absent: none. */
  readonly options?: readonly (keyof MetricSettings)[];
  /** Its score depends only on what `PairCounts` has. */
  readonly isCounted?: true;
  /** Its score depends on what calls hold, not only on which of them are equal. */
  readonly readsCalls?: true;
  /** Its values are recorded in the data, and shown only where there are some. */
  readonly isRecorded?: boolean;
  /** The field of a row that its scores are. */
  readonly records?: RecordedField;
  /** Its score columns under the settings, none when there is nothing to compute; absent: one of its own id. */
  readonly columns?: (settings: MetricSettings) => readonly ScoreColumn[];
  /** Its formula; absent: its scores come from elsewhere. */
  readonly score?: ScoreRow;
  /** Explains a score in one line, in numbers only where the score itself proves them. */
  readonly explain?: (score: ExplainedScore) => readonly WordPart[];
  /** The place of the call that is to blame for a score, from 0; undefined where none is. */
  readonly blames?: (score: ExplainedScore) => number | undefined;
  /** The edits that would give the best score. */
  readonly edits?: EditKinds;
  /** The tools whose call would give the best score. */
  readonly missingTools?: (score: ExplainedScore) => readonly string[];
  /** What a row with full marks does, e.g. `follows the reference in order`. */
  readonly deed?: string;
  /** How a run's headline speaks of the metric; absent: it does not. */
  readonly headline?: {
    /** The lowest one leads. */
    readonly rank: number;
    /** What rows with full marks do, for one row and for several. */
    readonly one: string;
    readonly many: string;
  };
  /** It has a score column for each tool looked for. */
  readonly isPerTool?: true;
  readonly exports?: MetricExports;
  /** How the metric reads where calls are compared by their tools' names; absent: it has no such form. */
  readonly byNames?: Pick<Metric, 'short' | 'definition'>;
}

/** A metric with a formula. */
export interface ComputedMetric extends Metric {
  readonly score: ScoreRow;
}

/** Whether a metric has a formula; the scores of others come from elsewhere. */
export function isComputed(metric: Metric | undefined): metric is ComputedMetric {
  return metric?.score !== undefined;
}

/** A kind of metrics: built in, judged, a person's own, or rated. */
export interface MetricKind {
  /** Describes a metric of the kind by its id; undefined for an id of another kind. */
  readonly find: (id: string) => Metric | undefined;
  /** The score columns of the kind that settings ask for. */
  readonly columns: (settings: MetricSettings) => readonly ScoreColumn[];
}

/** Derives the names-only form of a metric: calls are compared by their tools' names. */
export function namesOnly(metric: ComputedMetric): ComputedMetric {
  const { byNames, explain: _, deed: _deed, headline: _headline, ...others } = metric;
  const { edits, exports, isCounted: _counted, ...rest } = others;
  return {
    ...rest,
    ...byNames,
    id: `${metric.id}_names`,
    title: `${metric.title}, names only`,
    letter: '',
    origin: 'playground',
    score: (row, settings, column) => metric.score(row.byName, settings, column),
    ...(edits && { edits: { ...edits, isByName: true } }),
    ...(exports?.agentevals && { exports: { agentevals: exports.agentevals } }),
  };
}

/** Whether scores lie in [0,1]: not seconds, amounts and numbers of any size. */
export function isUnitScale(scale: Metric['scale'] | undefined): boolean {
  return scale !== 'seconds' && scale !== 'number' && scale !== 'amount';
}

/** The scale of shares, and of what is 0 or 1. */
export const UNIT: Range = { least: 0, most: 1 };

/** The ends of a metric’s scale, infinite where it has none or is not known. */
export function rangeOf(metric: Pick<Metric, 'scale' | 'range'> | undefined): Range {
  if (metric?.range) return metric.range;
  if (!metric || metric.scale === 'number') return { least: -Infinity, most: Infinity };
  return isUnitScale(metric.scale) ? UNIT : { least: 0, most: Infinity };
}

/**
 * How other tools for evaluating agents express a metric. A target that is absent has no such
 * metric; Vertex takes the id of every metric of its own that needs no options.
 */
interface MetricExports {
  /** The class of the Vertex SDK to call, with the keyword arguments of each call; undefined: the id will do. */
  readonly vertex?: (settings: MetricSettings) => VertexClass | undefined;
  /** An option of the metric that the Vertex SDK does not have, where it is set. */
  readonly notInVertex?: (settings: MetricSettings) => string | undefined;
  /** A criterion of the Agent Development Kit; of several metrics with the same one the first counts. */
  readonly adk?: { readonly criterion: string; readonly value: number | JsonObject };
  readonly promptfoo?: {
    readonly type: string;
    readonly threshold?: number;
    /** Where it does not score as the page does. */
    readonly difference?: string;
  };
  readonly agentevals?: {
    readonly mode: 'strict' | 'superset';
    readonly difference?: string;
  };
}

/** A class of the Vertex SDK with the keyword arguments of each call. */
export interface VertexClass {
  readonly name: string;
  readonly calls: readonly Readonly<Record<string, string | true>>[];
}
