import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how failure is scored. */
export const failureExample: MetricExample = {
  row: { failure: true },
  working: 'The row records that the agent call failed.',
};
