import type { ComputedMetric, ScoreColumn } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { completeProcess } from '#core/score/process-metrics/registry.ts';
import { findRule } from '#core/score/trajectory-rules/rule-scorer.ts';

/**
 * Finds a column's metric with its formula. The page's first script knows rules by their text and
 * metrics of process by their outline only; whoever scores or explains rows asks here.
 * @returns undefined for a metric whose scores come from elsewhere
 */
export function findComputed(column: Pick<ScoreColumn, 'metricId'>): ComputedMetric | undefined {
  const metric = findMetric(column.metricId);
  if (metric?.score) return { ...metric, score: metric.score };
  return (metric && completeProcess(metric)) ?? findRule(column);
}
