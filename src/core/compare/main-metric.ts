import { isUnitScale, type Metric } from '#core/score/metric/metric.ts';
import { findMetric, HEADLINES } from '#core/score/metrics/registry.ts';

/**
 * Finds the metric behind a comparison's verdict and its lost rows: in-order match, else the first
 * that scores calls, else the first with a good end, time excluded. Metrics without scored pairs
 * are skipped.
 */
export function mainMetric<T extends { readonly metricId: string; readonly pairs?: number }>(
  columns: readonly T[],
): T | undefined {
  const scored = columns.filter(({ metricId, pairs }) => pairs !== 0 && hasVerdict(metricId));
  return (
    scored.find(({ metricId }) => metricId === HEADLINES[0]?.id) ??
    scored.find(({ metricId }) => scoresCalls(metricId)) ??
    scored[0]
  );
}

const ENDLESS: ReadonlySet<Metric['scale']> = new Set<Metric['scale']>(['seconds', 'amount']);

/** Whether more or less is better in a metric, so that it can decide what became of a row. */
export function hasGoodEnd(metricId: string): boolean {
  return (findMetric(metricId)?.better ?? 'none') !== 'none';
}

/** Whether a metric has a good end and is not about time, tokens or cost. */
export function hasVerdict(metricId: string): boolean {
  const metric = findMetric(metricId);
  return metric !== undefined && hasGoodEnd(metricId) && !ENDLESS.has(metric.scale);
}

/** Whether a metric scores calls from 0 to 1, so that making no calls scores 0. */
export function scoresCalls(metricId: string): boolean {
  const metric = findMetric(metricId);
  return (
    metric?.better === 'higher' &&
    metric.group !== 'process' &&
    isUnitScale(metric.scale) &&
    metric.needs.includes('predicted_trajectory')
  );
}
