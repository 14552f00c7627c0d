import type { ComputedMetric, ScoreColumn, Metric } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { findRule } from '#core/score/trajectory-rules/rule-scorer.ts';
import { argumentProvenance } from '#core/score/process-metrics/argument-provenance.ts';
import {
  callCount,
  redundantCalls,
  identicalRepeats,
} from '#core/score/process-metrics/call-counts.ts';
import { loops } from '#core/score/process-metrics/loops.ts';
import type { ProcessMetric } from '#core/score/process-metrics/process-metric.ts';
import {
  inputTokens,
  outputTokens,
  totalCost,
  totalTokens,
} from '#core/score/process-metrics/recorded-totals.ts';
import { latencyFromSteps, toolTime } from '#core/score/process-metrics/step-times.ts';
import { toolCallSchemaValid } from '#core/score/process-metrics/tool-call-schema-valid.ts';
import {
  recoveredErrors,
  toolErrorRate,
  toolErrorCount,
} from '#core/score/process-metrics/tool-errors.ts';
import { unusedResults } from '#core/score/process-metrics/unused-results.ts';

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

const FORMULAS: readonly ProcessMetric[] = [
  callCount,
  toolErrorCount,
  toolErrorRate,
  recoveredErrors,
  identicalRepeats,
  loops,
  unusedResults,
  argumentProvenance,
  redundantCalls,
  toolCallSchemaValid,
  totalTokens,
  inputTokens,
  outputTokens,
  totalCost,
  latencyFromSteps,
  toolTime,
];

const BY_ID = new Map(FORMULAS.map((formula) => [formula.id, formula]));

/**
 * Completes the outline of a metric of process.
 * @returns the metric with its formula; undefined for a metric of another kind
 */
function completeProcess(metric: Metric): ComputedMetric | undefined {
  const formula = BY_ID.get(metric.id);
  return formula && { ...metric, ...formula };
}
