import { findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { formatCount } from '#ui/format-number.ts';

/** Stands where there is no number. */
export const NO_NUMBER = '–';

/** Names a score column in full: the metric's title, and the tool it looks for. */
export function nameColumn({ metricId, tool }: Pick<MetricSummary, 'metricId' | 'tool'>): string {
  const title = findMetric(metricId)?.title ?? metricId;
  return tool === undefined ? title : `${title}: ${tool}`;
}

/** Writes seconds with their unit, to three significant digits, two below 1; a dash for null. */
export function writeSeconds(seconds: number | null): string {
  if (seconds === null) return NO_NUMBER;
  const rounded = Number(seconds.toPrecision(seconds < 1 ? 2 : 3));
  return `${Number.isInteger(rounded) ? formatCount(rounded) : String(rounded)}\u00a0s`;
}

/** The rows a column has no score for: `; 3 left out, 1 unreadable`; empty for none. */
export function writeLeftOut({ metricId, notEvaluated, errors }: MetricSummary): string {
  const reason = findMetric(metricId)?.isRecorded ? 'not recorded' : 'left out';
  const parts = [
    notEvaluated > 0 ? `${formatCount(notEvaluated)} ${reason}` : '',
    errors > 0 ? `${formatCount(errors)} unreadable` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}
