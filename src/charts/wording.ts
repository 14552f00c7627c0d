import { findMetric } from '#core/metrics/registry.ts';
import type { MetricSummary } from '#core/summary/summarise.ts';

/** Stands where there is no number. */
export const NO_NUMBER = '–';

const COUNT = new Intl.NumberFormat('en');
const SECONDS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const PARTS_OF_A_SECOND = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

/**
 * Names a score column in full.
 * @param summary the column's summary
 * @returns the metric's title, followed by the tool it looks for
 */
export function nameColumn({ metricId, tool }: MetricSummary): string {
  const title = findMetric(metricId)?.title ?? metricId;
  return tool === undefined ? title : `${title}: ${tool}`;
}

/**
 * Writes a score.
 * @param score a number in [0,1], or null where there is none
 * @returns the score with two decimals, or a dash
 */
export function writeScore(score: number | null): string {
  return score === null ? NO_NUMBER : score.toFixed(2);
}

/**
 * Writes a number of seconds.
 * @param seconds a number ≥ 0, or null where there is none
 * @returns the number with its unit, to three significant digits, two below 1, or a dash
 */
export function writeSeconds(seconds: number | null): string {
  if (seconds === null) return NO_NUMBER;
  return `${(seconds < 1 ? PARTS_OF_A_SECOND : SECONDS).format(seconds)}\u00a0s`;
}

/**
 * Writes a count.
 * @param count a whole number
 * @returns the count with separators
 */
export function writeCount(count: number): string {
  return COUNT.format(count);
}

/**
 * Writes a number of rows.
 * @param count how many
 * @returns e.g. `1 row`, `1,200 rows`
 */
export function writeRows(count: number): string {
  return `${COUNT.format(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/**
 * Says which rows a column has no score for.
 * @param summary the column's summary
 * @returns e.g. `; 3 not evaluated, 1 unreadable`, empty when all rows are scored
 */
export function writeLeftOut({ metricId, notEvaluated, errors }: MetricSummary): string {
  const reason = findMetric(metricId)?.isRecorded ? 'not recorded' : 'not evaluated';
  const parts = [
    notEvaluated > 0 ? `${writeCount(notEvaluated)} ${reason}` : '',
    errors > 0 ? `${writeCount(errors)} unreadable` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}
