import { isUnitScale, type Metric } from '#core/score/metric/metric.ts';
import { findMetric, HEADLINES } from '#core/score/metrics/registry.ts';

/**
 * Finds the metric that a comparison's verdict and its lost rows are about: in-order match, else
 * the first that scores calls, else the first with a good end; one without scored pairs is passed
 * over, and time is no verdict on a run.
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

/** Whether a metric says which of two scores is better, and is not about time, tokens or cost. */
export function hasVerdict(metricId: string): boolean {
  const metric = findMetric(metricId);
  return metric !== undefined && metric.better !== 'none' && !ENDLESS.has(metric.scale);
}

/** Whether a metric scores calls from 0 to 1, so that no calls at all count as 0. */
export function scoresCalls(metricId: string): boolean {
  const metric = findMetric(metricId);
  return (
    metric?.better === 'higher' &&
    metric.group !== 'process' &&
    isUnitScale(metric.scale) &&
    metric.needs.includes('predicted_trajectory')
  );
}
