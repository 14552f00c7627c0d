import type { Metric } from '#core/score/metric/metric.ts';
import { METRICS } from '#core/score/metrics/registry.ts';
import { metricGroup as texts } from './texts.ts';

/** What the drawer of metrics shows. */
export type MetricsTab = 'metrics' | 'matching' | 'rules' | 'code';

/** Metrics that belong together in the list to choose from. */
export interface MetricGroup {
  readonly id: 'trajectory' | 'response' | 'tool-call' | 'further' | 'process';
  readonly title: string;
  readonly metrics: readonly Metric[];
}

const IDS: readonly MetricGroup['id'][] = [
  'trajectory',
  'response',
  'tool-call',
  'further',
  'process',
];

/** Every metric once, in groups; within a group in the order of the registry. */
export const METRIC_GROUPS: readonly MetricGroup[] = IDS.map((id) => ({
  id,
  title: texts[id],
  metrics: METRICS.filter((metric) => groupOf(metric) === id),
}));

function groupOf({ group, origin }: Metric): MetricGroup['id'] {
  return group ?? (origin === 'vertex' ? 'trajectory' : 'further');
}
