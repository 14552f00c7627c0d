import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { findMetric, HEADLINES } from '#core/score/metrics/registry.ts';
import { formatScore } from '#ui/format-number.ts';
import { describeMoment } from './describe-moment.ts';
import type { Run } from './group-runs.ts';
import { trend as texts } from './texts.ts';

/** How many rows of a run pass by a metric of 0 and 1. */
export interface Rate {
  /** In [0,1]. */
  readonly mean: number;
  readonly passing: number;
  readonly scored: number;
}

/** The metric that compares runs of the same tasks: the first headline that one of them has; empty for none. */
export function rateMetric(runs: readonly Run[]): string {
  return HEADLINES.find(({ id }) => runs.some((run) => rateOf(run, id)))?.id ?? '';
}

/** A run's rate under a metric; undefined where no row has a score. */
export function rateOf(run: Run, metricId: string): Rate | undefined {
  const { mean, valid } = find(run, metricId) ?? {};
  if (mean == null || valid === undefined) return undefined;
  return { mean, passing: Math.round(mean * valid), scored: valid };
}

/** What a rate is based on: "In-order match: mean of 15 of 18 rows", or why there is none. */
export function describeRate(run: Run, metricId: string): string {
  const title = findMetric(metricId)?.title;
  if (title === undefined) return texts.noRate;
  const summary = find(run, metricId);
  if (!summary && run.state === 'interrupted') return texts.unopened(title);
  if (!summary) return texts.notScored(title);
  if (summary.valid === 0) return texts.noScore(title);
  return texts.mean(title, summary.valid, run.rowCount);
}

/** The rates of runs with their dates, oldest first: "12 Nov 14:55 0.38, today 09:41 0.71". */
export function describeTrend(runs: readonly Run[], metricId: string, nowMs: number): string {
  return runs
    .flatMap((run) => {
      const rate = rateOf(run, metricId);
      return rate ? `${describeMoment(run.createdAtMs, nowMs)} ${formatScore(rate.mean)}` : [];
    })
    .join(', ');
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
