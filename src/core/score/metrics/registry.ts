import type { Recorded } from '#core/calls/transcript.ts';
import type { DefinedScoring } from '#core/read/framework/adapter.ts';
import type { ColumnRole } from '#core/read/names/column-roles.ts';
import { customKind, customName } from '#core/score/custom-metrics/custom-metric.ts';
import { judgedKind, judgeName } from '#core/score/judged-metrics/judged-metric.ts';
import {
  namesOnly,
  type Metric,
  type MetricKind,
  type ScoreColumn,
} from '#core/score/metric/metric.ts';
import { asDefined, type MetricSettings } from '#core/score/metric/settings.ts';
import { recordedKind, recordedTitle } from '#core/score/recorded-metrics/recorded-metric.ts';
import { ratedKind } from '#core/score/rated-metrics/rating-metric.ts';
import {
  argumentProvenance,
  unusedResults,
} from '#core/score/process-metrics/argument-provenance.ts';
import {
  callCount,
  redundantCalls,
  identicalRepeats,
  loops,
} from '#core/score/process-metrics/call-counts.ts';
import {
  inputTokens,
  outputTokens,
  totalCost,
  totalTokens,
  latencyFromSteps,
  toolTime,
} from '#core/score/process-metrics/recorded-totals.ts';
import { toolCallSchemaValid } from '#core/score/process-metrics/tool-call-schema-valid.ts';
import {
  recoveredErrors,
  toolErrorRate,
  toolErrorCount,
} from '#core/score/process-metrics/tool-errors.ts';
import { ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { ruleKind } from '#core/score/trajectory-rules/rule-scorer.ts';
import {
  failure,
  latencyInSeconds,
  trajectoryAnyOrderMatch,
  trajectoryExactMatch,
  trajectoryInOrderMatch,
  trajectoryF1,
  trajectoryRecall,
  trajectoryPrecision,
  trajectoryEditDistance,
  trajectoryLcs,
  essentialToolsPresent,
  trajectorySingleToolUse,
} from './trajectory-metrics.ts';
import { bleu, exactMatch, rougeLSum, rougeL, rouge2, rouge1 } from './text-metrics.ts';
import {
  toolParameterKvMatch,
  toolParameterKeyMatch,
  toolNameMatch,
  toolCallValid,
} from './tool-call-metrics.ts';

/** Every metric the page offers, in display order. */
export const METRICS: readonly Metric[] = [
  trajectoryExactMatch,
  trajectoryInOrderMatch,
  trajectoryAnyOrderMatch,
  trajectoryPrecision,
  trajectoryRecall,
  trajectorySingleToolUse,
  trajectoryF1,
  trajectoryLcs,
  trajectoryEditDistance,
  namesOnly(trajectoryExactMatch),
  namesOnly(trajectoryInOrderMatch),
  namesOnly(trajectoryAnyOrderMatch),
  namesOnly(trajectoryPrecision),
  namesOnly(trajectoryRecall),
  essentialToolsPresent,
  exactMatch,
  bleu,
  rouge1,
  rouge2,
  rougeL,
  rougeLSum,
  toolCallValid,
  toolNameMatch,
  toolParameterKeyMatch,
  toolParameterKvMatch,
  latencyInSeconds,
  failure,
  callCount,
  toolErrorCount,
  toolErrorRate,
  recoveredErrors,
  identicalRepeats,
  loops,
  unusedResults,
  argumentProvenance,
  redundantCalls,
  toolCallSchemaValid,
  totalTokens,
  inputTokens,
  outputTokens,
  totalCost,
  latencyFromSteps,
  toolTime,
];

const BY_ID = new Map(METRICS.map((metric) => [metric.id, metric]));

const KINDS: readonly MetricKind[] = [
  { find: (id) => BY_ID.get(id), setting: 'metrics', columns: builtInColumns },
  judgedKind,
  ruleKind,
  customKind,
  recordedKind,
  ratedKind,
];

/** The metrics of a new workspace: the service's own that need no answer texts. */
const DEFAULT_METRICS = METRICS.filter(
  ({ origin, needs }) => origin === 'vertex' && !needs.includes('response'),
);

/** The settings of a new workspace; an agent that makes none of the expected calls scores 0. */
export const DEFAULT_SETTINGS: MetricSettings = {
  metrics: DEFAULT_METRICS.map((metric) => metric.id),
  tools: [],
  duplicates: 'membership',
  emptyTrajectories: 'score',
};

/** What a run did, as metrics: those added where no calls are expected. */
const OBSERVED = [
  callCount.id,
  toolErrorCount.id,
  identicalRepeats.id,
  totalTokens.id,
  totalCost.id,
];

/** The metrics of what the data may record of a run beside its calls. */
const OF_RECORDED: Readonly<Record<Recorded, string>> = {
  results: toolErrorCount.id,
  tokens: totalTokens.id,
  cost: totalCost.id,
  times: latencyFromSteps.id,
};

/** How data should be scored. */
export interface WantedScoring {
  readonly settings: MetricSettings;
  /** Whether scoring rules defined by the data's format are applied. */
  readonly takesDefined?: boolean | undefined;
  /** Whether what runs did is counted as well: calls, errors, tokens, cost, time. */
  readonly observes?: boolean | undefined;
}

/** Facts of the data that affect scoring. */
interface ScoringHints {
  readonly scoring?: DefinedScoring | undefined;
  /** Whether it has predicted calls, and expected calls. */
  readonly isPredicted: boolean;
  readonly isExpected: boolean;
  /** Whether the time of every run is recorded. */
  readonly isTimed: boolean;
  /** What it records of runs beside their calls. */
  readonly records: readonly Recorded[];
  /** The currency of its first cost, empty where none is named; undefined without a cost. */
  readonly currency?: string | undefined;
}

/** The settings suited to the data; undefined where they need no change. */
export function definedFor(hints: ScoringHints, wanted: WantedScoring): MetricSettings | undefined {
  const defined = observedIn(hints, wanted);
  const settings = defined ?? wanted.settings;
  const { currency = settings.currency } = hints;
  // amounts of other currencies are not added up
  return currency === settings.currency ? defined : { ...settings, currency };
}

function observedIn(
  { scoring, isPredicted, isExpected, isTimed, records }: ScoringHints,
  { settings, takesDefined, observes }: WantedScoring,
): MetricSettings | undefined {
  if (takesDefined === true && scoring) return asDefined(settings, scoring);
  if (observes !== true || !isPredicted || (isExpected && records.length === 0)) return undefined;
  const observed = isExpected
    ? [callCount.id, ...records.map((what) => OF_RECORDED[what])]
    : [...OBSERVED, latencyFromSteps.id];
  const added = observed.filter((id) => !isTimed || id !== latencyFromSteps.id);
  return { ...settings, metrics: [...new Set([...settings.metrics, ...added])] };
}

/** Finds a metric by its id. */
export function findMetric(id: string): Metric | undefined {
  for (const kind of KINDS) {
    const metric = kind.find(id);
    if (metric) return metric;
  }
  return undefined;
}

/** Lists the score columns of settings in display order; unknown ids are skipped. */
export function listColumns(settings: MetricSettings): readonly ScoreColumn[] {
  return KINDS.flatMap(({ setting, columns }) =>
    setting && settings[setting] ? (columns?.(settings) ?? []) : [],
  );
}

function builtInColumns(settings: MetricSettings): readonly ScoreColumn[] {
  return METRICS.filter(({ id }) => settings.metrics.includes(id)).flatMap((metric) =>
    columnsOf(metric, settings),
  );
}

/** Lists the score columns of a metric, possibly none. */
export function columnsOf(metric: Metric, settings: MetricSettings): readonly ScoreColumn[] {
  return metric.columns?.(settings) ?? [{ id: metric.id, metricId: metric.id }];
}

/**
 * The name of a score column in files, as in the service: single tool use is named without the tool
 * where the file has only one such column, what is not built in without the mark of its kind where
 * no other column has that name.
 */
export function nameInFiles(column: ScoreColumn, columns: readonly ScoreColumn[]): string {
  const { id, metricId } = column;
  const others = columns.filter((other) => other.id !== id);
  if (metricId === trajectorySingleToolUse.id)
    return others.some((other) => other.metricId === metricId) ? id : metricId;
  const name = plainName(id);
  const isTaken = others.some((other) => [other.metricId, plainName(other.id)].includes(name));
  return isTaken ? id : name;
}

/** The name of a score column without the mark of its kind: `words` of `custom:words`. */
export function plainName(columnId: string): string {
  return ruleText(recordedTitle(customName(judgeName(columnId))));
}

/**
 * The id of a built-in metric by any of its names, such as `latency`; other names are returned as
 * they are.
 */
export function idOfMetric(name: string): string {
  return name === 'latency' ? latencyInSeconds.id : name;
}

/** The title of a score column; `isCode` marks a tool's name. */
export interface ColumnTitle {
  readonly title: string;
  readonly short: string;
  readonly isCode: boolean;
}

/** The title of a score column in tiles, heads and menus; for a tool column the tool. */
export function titleOf(column: Pick<ScoreColumn, 'metricId' | 'tool'>): ColumnTitle {
  const metric = findMetric(column.metricId);
  if (column.tool !== undefined) return { title: column.tool, short: column.tool, isCode: true };
  const title = metric?.title ?? column.metricId;
  return { title, short: metric?.short ?? title, isCode: false };
}

/**
 * The best possible score: 1, 0 where lower is better, the best of a rubric. Undefined for times,
 * amounts, scales without a known end, and metrics without a verdict.
 */
export function fullMarks(metricId: string): number | undefined {
  const metric = findMetric(metricId);
  if (!metric || metric.better === 'none') return undefined;
  if (metric.scale === 'seconds' || metric.scale === 'amount') return undefined;
  // a user's rating is no verdict
  if (metric.range && !metric.isRecorded)
    return metric.better === 'lower' ? metric.range.least : metric.range.most;
  if (metric.better === 'lower') return 0;
  return metric.scale === 'number' ? undefined : 1;
}

/** The metrics named by headlines and filters, the leading one first. */
export const HEADLINES = METRICS.flatMap(({ id, headline }) =>
  headline ? [{ id, ...headline }] : [],
).sort((a, b) => a.rank - b.rank);

/** Finds the column of a run's duration, recorded or from its steps; not that of a tool. */
export function findLatency<T extends Pick<ScoreColumn, 'metricId' | 'tool'>>(
  columns: readonly T[],
): T | undefined {
  return columns.find(
    ({ metricId, tool }) => tool === undefined && findMetric(metricId)?.scale === 'seconds',
  );
}

/** Finds the column that reports a recorded value of rows. */
export function findRecorded<T extends Pick<ScoreColumn, 'metricId'>>(
  columns: readonly T[],
  role: ColumnRole,
): T | undefined {
  return columns.find(({ metricId }) => {
    const metric = findMetric(metricId);
    return metric?.isRecorded === true && metric.needs.some((need) => need === role);
  });
}
