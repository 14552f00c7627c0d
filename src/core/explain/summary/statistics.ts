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

/** Everything said about a score column over some rows. Numbers are null where nothing was scored. */
export interface ColumnStatistics extends MetricSummary {
  readonly p95: number | null;
  readonly p99: number | null;
  /** The score from which a row passes; null for a metric without one. */
  readonly threshold: number | null;
  /** The share of scored rows that pass, in [0,1], with Wilson’s interval. */
  readonly passRate: number | null;
  readonly passInterval: Interval | null;
}

/** The score from which a row passes; undefined without a verdict, or a time without one set. */
export function thresholdOf(metricId: string, thresholds: Thresholds): number | undefined {
  const own = Object.hasOwn(thresholds, metricId) ? thresholds[metricId] : undefined;
  const canPass = findMetric(metricId)?.better !== 'none';
  return canPass ? (own ?? fullMarks(metricId)) : undefined;
}

/** Tells of a score whether it reaches a threshold, or where lower is better keeps it; false for NaN. */
export function passTest(metricId: string, threshold: number): (value: number) => boolean {
  return findMetric(metricId)?.better === 'lower'
    ? (value) => value <= threshold
    : (value) => value >= threshold;
}

/**
 * Tells of a row whether it passes in a column; undefined for a row without a score.
 * @returns undefined for no column, and for one without a threshold
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

/** Counts the scores that pass, as {@link passTest} has it. */
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

/** Describes every score column over some rows, in their order. */
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

/** Selects some rows, in their order, of a score column. */
export function pickRows(scores: ScoreValues, rows: Uint32Array): ScoreValues {
  const { values, outcomes, agreement } = scores;
  return {
    ...scores,
    // `from` with a function takes thirty times as long
    values: new Float64Array(rows).map((row) => values[row] as number),
    outcomes: new Uint8Array(rows.length).map((_, at) => outcomes[rows[at] as number] as number),
    ...(agreement
      ? { agreement: new Float64Array(rows).map((row) => agreement[row] as number) }
      : {}),
  };
}
