import { findMetric, fullMarks } from '#core/score/metrics/registry.ts';
import { scoreReader } from '#core/score/columns/score-codes.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { wilsonInterval, type Interval } from '#core/base/statistics/interval.ts';
import {
  distributionOf,
  quantileOfDistribution,
  type Distribution,
} from '#core/base/statistics/distribution.ts';
import type { MetricSummary } from './metric-summary.ts';
import { summariseScores } from './summarise.ts';

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
