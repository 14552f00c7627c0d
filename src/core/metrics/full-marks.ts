import { findMetric } from './registry.ts';

/**
 * The score that is as good as can be.
 * @param metricId a metric's id
 * @returns 1, 0 where lower is better, the best of a rubric; undefined for times and for metrics without a verdict
 */
export function fullMarks(metricId: string): number | undefined {
  const metric = findMetric(metricId);
  if (!metric || metric.scale === 'seconds' || metric.better === 'none') return undefined;
  return metric.best ?? (metric.better === 'lower' ? 0 : 1);
}
