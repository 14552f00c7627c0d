import type { ComputedMetric, Metric } from '#core/score/metric/metric.ts';
import { argumentProvenance } from './argument-provenance.ts';
import { callCount } from './call-count.ts';
import { identicalRepeats } from './identical-repeats.ts';
import { loops } from './loops.ts';
import type { ProcessMetric } from './process-metric.ts';
import { inputTokens, outputTokens, totalCost, totalTokens } from './recorded-totals.ts';
import { recoveredErrors } from './recovered-errors.ts';
import { redundantCalls } from './redundant-calls.ts';
import { latencyFromSteps, toolTime } from './step-times.ts';
import { toolCallSchemaValid } from './tool-call-schema-valid.ts';
import { toolErrorCount } from './tool-error-count.ts';
import { toolErrorRate } from './tool-error-rate.ts';
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
