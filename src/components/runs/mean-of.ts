import { METRICS } from '#core/metrics/registry.ts';
import type { MetricSummary } from '#core/summary/summarise.ts';
import { formatCount } from '../ui/format-number.ts';
import type { Run } from './group-runs.ts';

/** The metrics that Runs lists: those of the status strip that have a good end. */
export const LISTED_METRICS = METRICS.filter(
  ({ better, letter }) => better === 'higher' && letter !== '',
).map((metric) => ({
  id: metric.id,
  letter: metric.letter,
  title: metric.title,
  head: metric.title.replace(/ match$/, '').toLowerCase(),
}));

/** A run's mean of a metric; null when no row has a score. */
export function meanOf(run: Run, metricId: string): number | null {
  return find(run, metricId)?.mean ?? null;
}

/** What a mean stands on: "Recall: mean of 15 of 18 rows". */
export function describeMean(run: Run, metricId: string, title: string): string {
  const summary = find(run, metricId);
  if (!summary && run.state === 'interrupted') return `${title}: open the run to see its means`;
  if (!summary) return `${title}: not among the run’s metrics`;
  if (summary.valid === 0) return `${title}: no row has a score`;
  return `${title}: mean of ${formatCount(summary.valid)} of ${formatCount(run.rowCount)} rows`;
}

function find(run: Run, metricId: string): MetricSummary | undefined {
  return run.summary.find((summary) => summary.metricId === metricId);
}
