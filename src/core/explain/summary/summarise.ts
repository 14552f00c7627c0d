import { isUnitScale, rangeOf } from '#core/score/metric/metric.ts';
import { isErrorOutcome } from '#core/calls/outcome.ts';
import { isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import { findMetric, fullMarks } from '#core/score/metrics/registry.ts';
import {
  type ScoredColumns,
  type ScoreValues,
  scoreReader,
} from '#core/score/columns/scored-columns.ts';
import {
  countOf,
  distributionOf,
  meanOfDistribution,
  quantileOfDistribution,
  stdOfDistribution,
  type Distribution,
} from '#core/base/statistics/distribution.ts';
import {
  isBounded,
  meanInterval,
  wilsonInterval,
  type Interval,
} from '#core/base/statistics/interval.ts';
import type { MetricSummary } from './metric-summary.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';

/**
 * Summarises every score column, in order. Rows without a score only count. While rows are still to
 * come (`isPartial`), intervals that need resampling are left out.
 */
export function summarise(
  columns: Pick<ScoredColumns, 'scores'>,
  isPartial = false,
  distributions: readonly Distribution[] = distributionsOf(columns.scores),
): MetricSummary[] {
  return columns.scores.map((column, at) => summariseScores(column, isPartial, distributions[at]));
}

/** The distribution of every score column, in order. */
export function distributionsOf(scores: readonly ScoreValues[]): Distribution[] {
  return scores.map(({ values }) => distributionOf(values));
}

/** Summarises one score column like {@link summarise}; `distribution` where already known. */
export function summariseScores(
  scores: ScoreValues,
  isPartial = false,
  distribution = distributionOf(scores.values),
): MetricSummary {
  const { columnId, ...about } = describe(scores);
  const std = stdOfDistribution(distribution);
  const [min, max] = [distribution.values[0] ?? null, distribution.values.at(-1) ?? null];
  const isUnit = isUnitScale(findMetric(scores.metricId)?.scale);
  return {
    columnId,
    ...about,
    mean: meanOfDistribution(distribution),
    std,
    median: quantileOfDistribution(distribution, 0.5),
    p90: quantileOfDistribution(distribution, 0.9),
    min,
    max,
    interval: intervalOf(scores, distribution, isPartial),
    valid: distribution.size,
    ...countOutcomes(scores.outcomes),
    histogram: histogramOf(distribution, min, max, isUnit),
    ...summariseJudging(scores, distribution),
  };
}

function countOutcomes(outcomes: Uint8Array): Pick<MetricSummary, 'notEvaluated' | 'errors'> {
  let notEvaluated = 0;
  let errors = 0;
  for (let row = 0; row < outcomes.length; row++) {
    const outcome = outcomes[row] as number;
    if (outcome === 0) continue;
    if (isErrorOutcome(outcome)) errors++;
    else notEvaluated++;
  }
  return { notEvaluated, errors };
}

/** What only judges give; each of their scores has a text. */
function summariseJudging(
  { metricId, texts, agreement }: ScoreValues,
  scores: Distribution,
): Pick<MetricSummary, 'agreement' | 'versus'> {
  if (!texts) return {};
  const mean = agreement ? meanOfDistribution(distributionOf(agreement)) : null;
  const [wins, ties, losses] = [countOf(scores, 1), countOf(scores, 0.5), countOf(scores, 0)];
  return {
    ...(mean === null ? {} : { agreement: mean }),
    ...(isPairwise({ metricId }) ? { versus: { wins, ties, losses } } : {}),
  };
}

function describe({
  id,
  metricId,
  tool,
}: ScoreValues): Pick<MetricSummary, 'columnId' | 'metricId' | 'tool'> {
  return tool === undefined ? { columnId: id, metricId } : { columnId: id, metricId, tool };
}

function intervalOf(
  { metricId, values }: ScoreValues,
  distribution: Distribution,
  isPartial: boolean,
): Interval | null {
  const metric = findMetric(metricId);
  if (metric?.scale === 'binary')
    return wilsonInterval(countOf(distribution, 1), distribution.size) ?? null;
  const range = rangeOf(metric);
  if (isPartial && !isBounded(range)) return null;
  return meanInterval(values, distribution, range) ?? null;
}

function histogramOf(
  { values, counts }: Distribution,
  least: number | null,
  most: number | null,
  isUnit: boolean,
): Histogram {
  const bins = new Array<number>(BINS).fill(0);
  const min = isUnit ? 0 : Math.min(0, least ?? 0);
  // a scale without positive values ends at 0
  const max = isUnit ? 1 : Math.max(0, most ?? 1) || (min < 0 ? 0 : 1);
  for (let i = 0; i < values.length; i++) {
    const bin = binOf({ min, max }, values[i] as number);
    bins[bin] = (bins[bin] as number) + (counts[i] as number);
  }
  return { min, max, bins };
}

/** A histogram: `bins[i]` rows are in the i-th equal part of [min, max]. */
export interface Histogram {
  readonly min: number;
  readonly max: number;
  readonly bins: readonly number[];
}

/** Bins of every histogram; one more than the steps, so that 1 has its own bin. */
export const BINS = 24;

type Axis = Pick<Histogram, 'min' | 'max'>;

/** The start of a bin; {@link BINS} gives the end of the last. */
export function binStart(axis: Axis, bin: number): number {
  return axis.min + ((axis.max - axis.min) * bin) / BINS;
}

/** The bin of a score, 0 to {@link BINS} − 1, consistent with {@link binStart}. */
export function binOf(axis: Axis, value: number): number {
  const { min, max } = axis;
  let bin = Math.floor(((value - min) / (max - min)) * BINS);
  bin = Math.max(0, Math.min(BINS - 1, bin));
  while (bin > 0 && value < binStart(axis, bin)) bin--;
  while (bin < BINS - 1 && value >= binStart(axis, bin + 1)) bin++;
  return bin;
}

/** Converts a bar to conditions that keep exactly its rows. */
export function filtersOfBin(
  column: {
    readonly columnId: string;
    readonly metricId: string;
    readonly histogram: Histogram;
  },
  bin: number,
): readonly Filter[] {
  const { columnId, metricId, histogram } = column;
  const isLast = bin === BINS - 1;
  if (findMetric(metricId)?.scale === 'binary' && (bin === 0 || isLast)) {
    const score = isLast ? 1 : 0;
    return [{ kind: 'score', columnId, min: score, max: score }];
  }
  const kind = 'score-relation';
  const filters: Filter[] = [];
  const from = binStart(histogram, bin);
  if (bin > 0 || isLast) filters.push({ kind, columnId, relation: '>=', value: from });
  const to = binStart(histogram, bin + 1);
  if (!isLast) filters.push({ kind, columnId, relation: '<', value: to });
  return filters;
}

/** Statistics of a score column over some rows; null where nothing was scored. */
export interface ColumnStatistics extends MetricSummary {
  readonly p95: number | null;
  readonly p99: number | null;
  /** The score from which a row passes; null for a metric without one. */
  readonly threshold: number | null;
  /** The share of scored rows that pass, in [0,1], with Wilson’s interval. */
  readonly passRate: number | null;
  readonly passInterval: Interval | null;
}

/** The lowest passing score; undefined without a verdict, and for times without a threshold. */
export function thresholdOf(metricId: string, thresholds: Thresholds): number | undefined {
  const own = Object.hasOwn(thresholds, metricId) ? thresholds[metricId] : undefined;
  const canPass = findMetric(metricId)?.better !== 'none';
  return canPass ? (own ?? fullMarks(metricId)) : undefined;
}

/**
 * Tests whether a score passes: reaches the threshold, or where lower is better does not exceed it;
 * false for NaN.
 */
export function passTest(metricId: string, threshold: number): (value: number) => boolean {
  return findMetric(metricId)?.better === 'lower'
    ? (value) => value <= threshold
    : (value) => value >= threshold;
}

/**
 * Tests whether a row passes in a column; undefined for a row without a score.
 * @returns undefined without a column or a threshold
 */
export function rowPasses(
  scores: ScoreValues | undefined,
  thresholds: Thresholds,
): ((row: number) => boolean | undefined) | undefined {
  const threshold = scores && thresholdOf(scores.metricId, thresholds);
  if (!scores || threshold === undefined) return undefined;
  const passes = passTest(scores.metricId, threshold);
  const scoreIn = scoreReader(scores);
  return (row) => {
    const score = scoreIn(row);
    return Number.isNaN(score) ? undefined : passes(score);
  };
}

/** Counts the scores that pass, see {@link passTest}. */
export function countPasses(
  distribution: Distribution,
  metricId: string,
  threshold: number,
): number {
  const { values, counts } = distribution;
  const isPass = passTest(metricId, threshold);
  let passes = 0;
  for (let at = 0; at < values.length; at++) {
    if (isPass(values[at] as number)) passes += counts[at] as number;
  }
  return passes;
}

/** Describes every score column over some rows, in order. */
export function describeColumns(
  columns: ScoredColumns,
  rows: Uint32Array,
  thresholds: Thresholds,
): ColumnStatistics[] {
  return columns.scores.map((scores) => describeScores(pickRows(scores, rows), thresholds));
}

/** Describes one score column. */
export function describeScores(scores: ScoreValues, thresholds: Thresholds): ColumnStatistics {
  const distribution = distributionOf(scores.values);
  const { size } = distribution;
  const threshold = thresholdOf(scores.metricId, thresholds);
  const passes =
    threshold === undefined ? 0 : countPasses(distribution, scores.metricId, threshold);
  const hasRate = threshold !== undefined && size > 0;
  return {
    ...summariseScores(scores, false, distribution),
    p95: quantileOfDistribution(distribution, 0.95),
    p99: quantileOfDistribution(distribution, 0.99),
    threshold: threshold ?? null,
    passRate: hasRate ? passes / size : null,
    passInterval: hasRate ? (wilsonInterval(passes, size) ?? null) : null,
  };
}

/** Copies some rows of a score column, in order. */
export function pickRows(scores: ScoreValues, rows: Uint32Array): ScoreValues {
  const { values, outcomes, agreement } = scores;
  return {
    ...scores,
    // `Float64Array.from` with a function is thirty times slower
    values: new Float64Array(rows).map((row) => values[row] as number),
    outcomes: new Uint8Array(rows.length).map((_, at) => outcomes[rows[at] as number] as number),
    ...(agreement
      ? { agreement: new Float64Array(rows).map((row) => agreement[row] as number) }
      : {}),
  };
}
