import { failure } from './failure/failure.ts';
import { latencyInSeconds } from './latency-in-seconds/latency-in-seconds.ts';
import type { Metric, ScoreColumn } from './metric.ts';
import type { MetricSettings } from './settings.ts';
import { trajectoryAnyOrderMatch } from './trajectory-any-order-match/trajectory-any-order-match.ts';
import { trajectoryExactMatch } from './trajectory-exact-match/trajectory-exact-match.ts';
import { trajectoryInOrderMatch } from './trajectory-in-order-match/trajectory-in-order-match.ts';
import { trajectoryPrecision } from './trajectory-precision/trajectory-precision.ts';
import { trajectoryRecall } from './trajectory-recall/trajectory-recall.ts';
import { trajectorySingleToolUse } from './trajectory-single-tool-use/trajectory-single-tool-use.ts';

/** Every metric the page offers, in display order. */
export const METRICS: readonly Metric[] = [
  trajectoryExactMatch,
  trajectoryInOrderMatch,
  trajectoryAnyOrderMatch,
  trajectoryPrecision,
  trajectoryRecall,
  trajectorySingleToolUse,
  latencyInSeconds,
  failure,
];

const BY_ID = new Map(METRICS.map((metric) => [metric.id, metric]));

/** The settings a new workspace starts with: every metric, scored as the service does. */
export const DEFAULT_SETTINGS: MetricSettings = {
  metrics: METRICS.map((metric) => metric.id),
  tools: [],
  duplicates: 'membership',
  emptyTrajectories: 'skip',
};

/**
 * Finds a metric.
 * @param id a metric's id
 * @returns the metric, or undefined when there is none of that id
 */
export function findMetric(id: string): Metric | undefined {
  return BY_ID.get(id);
}

/**
 * Lists the score columns that settings ask for, in display order.
 * @param settings the metrics and options chosen; unknown ids are passed over
 * @returns the columns
 */
export function listColumns(settings: MetricSettings): readonly ScoreColumn[] {
  const chosen = new Set(settings.metrics);
  return METRICS.filter((metric) => chosen.has(metric.id)).flatMap((metric) =>
    metric.columns(settings),
  );
}
