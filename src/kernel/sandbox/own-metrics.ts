import type { CustomMetric } from '#core/score/metric/settings.ts';
import { CustomScorer } from '#engine/own-code/custom-scorer.ts';
import type { IsTrusted, OwnMetricScorer } from '#engine/task-runner.ts';
import { openFrame } from './sandbox.ts';

/** Opens sandboxes for a person's own metrics; they are there only while rows are scored. */
export function openOwnMetrics(
  metrics: readonly CustomMetric[],
  isTrusted: IsTrusted,
  signal: AbortSignal,
): OwnMetricScorer {
  return new CustomScorer(metrics, isTrusted, signal, openFrame);
}
