import { findMetric } from './registry.ts';

/**
 * The score that is as good as can be.
 * @param metricId a metric's id
 * @returns 1, 0 where lower is better, the best of a rubric; undefined for times, for other scales
 *   whose end is not known, and for metrics without a verdict
 */
export function fullMarks(metricId: string): number | undefined {
  const metric = findMetric(metricId);
  if (!metric || metric.scale === 'seconds' || metric.better === 'none') return undefined;
  if (metric.best !== undefined) return metric.best;
  if (metric.better === 'lower') return 0;
  return metric.scale === 'number' ? undefined : 1;
}
