import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how latency_in_seconds is scored. */
export const latencyInSecondsExample: MetricExample = {
  row: { latency_in_seconds: 1.5 },
  working: 'The seconds that the row records.',
  sum: '1.5',
};
