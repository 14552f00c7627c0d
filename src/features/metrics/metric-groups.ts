import type { Metric } from '#core/score/metric/metric.ts';
import { METRICS } from '#core/score/metrics/registry.ts';

/** Metrics that belong together in the list to choose from. */
export interface MetricGroup {
  readonly id: 'trajectory' | 'response' | 'tool-call' | 'further';
  readonly title: string;
  readonly metrics: readonly Metric[];
}

const TITLES: Readonly<Record<MetricGroup['id'], string>> = {
  trajectory: 'Trajectory metrics (Vertex AI)',
  response: 'Response metrics (Vertex AI)',
  'tool-call': 'Tool calls in the response (Vertex AI)',
  further: 'More trajectory metrics',
};

/** Every metric once, in groups; within a group in the order of the registry. */
export const METRIC_GROUPS: readonly MetricGroup[] = (
  Object.keys(TITLES) as readonly MetricGroup['id'][]
).map((id) => ({
  id,
  title: TITLES[id],
  metrics: METRICS.filter((metric) => groupOf(metric) === id),
}));

function groupOf({ group, origin }: Metric): MetricGroup['id'] {
  return group ?? (origin === 'vertex' ? 'trajectory' : 'further');
}
