import type { ComputedMetric, Metric } from '#core/score/metric/metric.ts';
import { argumentProvenance } from './argument-provenance.ts';
import { callCount, redundantCalls, identicalRepeats } from './call-counts.ts';
import { loops } from './loops.ts';
import type { ProcessMetric } from './process-metric.ts';
import { inputTokens, outputTokens, totalCost, totalTokens } from './recorded-totals.ts';
import { latencyFromSteps, toolTime } from './step-times.ts';
import { toolCallSchemaValid } from './tool-call-schema-valid.ts';
import { recoveredErrors, toolErrorRate, toolErrorCount } from './tool-errors.ts';
import { unusedResults } from './unused-results.ts';

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
export function completeProcess(metric: Metric): ComputedMetric | undefined {
  const formula = BY_ID.get(metric.id);
  return formula && { ...metric, ...formula };
}
