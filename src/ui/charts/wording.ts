import { findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { formatCount } from '#ui/format-number.ts';

/** Stands where there is no number. */
export const NO_NUMBER = '–';

const SECONDS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const PARTS_OF_A_SECOND = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

/** Names a score column in full: the metric's title, and the tool it looks for. */
export function nameColumn({ metricId, tool }: Pick<MetricSummary, 'metricId' | 'tool'>): string {
  const title = findMetric(metricId)?.title ?? metricId;
  return tool === undefined ? title : `${title}: ${tool}`;
}

/** Writes seconds with their unit, to three significant digits, two below 1; a dash for null. */
export function writeSeconds(seconds: number | null): string {
  if (seconds === null) return NO_NUMBER;
  return `${(seconds < 1 ? PARTS_OF_A_SECOND : SECONDS).format(seconds)}\u00a0s`;
}

/** The rows a column has no score for: `; 3 not scored, 1 unreadable`; empty for none. */
export function writeLeftOut({ metricId, notEvaluated, errors }: MetricSummary): string {
  const reason = findMetric(metricId)?.isRecorded ? 'not recorded' : 'not scored';
  const parts = [
    notEvaluated > 0 ? `${formatCount(notEvaluated)} ${reason}` : '',
    errors > 0 ? `${formatCount(errors)} unreadable` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}
