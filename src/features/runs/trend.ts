import { METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import type { Run } from './group-runs.ts';
import { formatScore } from '#ui/format-number.ts';
import { trend as texts } from './texts.ts';
import { meanChange, type MeanChange } from './what-changed.ts';

/** The metrics that Runs lists: those of the status strip that have a good end. */
export const LISTED_METRICS = METRICS.flatMap(({ id, title, letter, better }) =>
  better === 'higher' && letter
    ? [{ id, letter, title, head: title.replace(/ match$/, '').toLowerCase() }]
    : [],
);

/** A run's mean of a metric; null when no row has a score. */
export function meanOf(run: Run, metricId: string): number | null {
  return find(run, metricId)?.mean ?? null;
}

/** A run's mean of a metric against that of the run before, if there are both. */
export function changeOf(
  run: Run,
  before: Run | undefined,
  metricId: string,
): MeanChange | undefined {
  return before && meanChange(find(run, metricId), find(before, metricId));
}

/** What a mean stands on, and how it changed: "Recall: mean of 15 of 18 rows; +0.11 since the run before". */
export function describeMean(
  run: Run,
  before: Run | undefined,
  metricId: string,
  title: string,
): string {
  const change = changeOf(run, before, metricId);
  // of the same rows nothing is chance
  const isSettled = change?.isSettled === true || before?.fingerprint === run.fingerprint;
  return (
    describeScored(run, metricId, title) +
    (change ? texts.change(formatDifference(change.difference), isSettled) : '')
  );
}

function formatDifference(difference: number): string {
  return `${difference < 0 ? '−' : '+'}${formatScore(Math.abs(difference))}`;
}

function describeScored(run: Run, metricId: string, title: string): string {
  const summary = find(run, metricId);
  if (!summary && run.state === 'interrupted') return texts.unopened(title);
  if (!summary) return texts.notScored(title);
  if (summary.valid === 0) return texts.noScore(title);
  return texts.mean(title, summary.valid, run.rowCount);
}

function find(run: Run, metricId: string): MetricSummary | undefined {
  return run.summary.find((summary) => summary.metricId === metricId);
}

/** A mean over the runs of a group as a line. Lengths in px. */
export interface Trend {
  readonly d: string;
  /** Where the mean of each run is, oldest first; null for one without a mean. */
  readonly points: readonly (readonly [x: number, y: number] | null)[];
}

export const TREND = { width: 64, height: 20, inset: 4 } as const;

/**
 * Draws means from the oldest run to the newest, from the least to the greatest of them.
 * Runs without a mean are passed over; fewer than two means make no line.
 */
export function drawTrend(means: readonly (number | null)[]): Trend {
  const known = means.filter((mean) => mean !== null);
  if (known.length < 2) return { d: '', points: means.map(() => null) };
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const { width, height, inset } = TREND;
  const step = (width - 2 * inset) / (means.length - 1);
  const points = means.map((mean, index) => {
    if (mean === null) return null;
    const share = range === 0 ? 0.5 : (mean - low) / range;
    return [
      round(inset + index * step),
      round(height - inset - share * (height - 2 * inset)),
    ] as const;
  });
  const line = points.filter((point) => point !== null);
  return { d: `M${line.map(([x, y]) => `${x} ${y}`).join('L')}`, points };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
