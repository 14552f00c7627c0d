import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how exact_match is scored. */
export const exactMatchExample: MetricExample = {
  row: { response: 'Booked.', reference: 'Booked' },
  working: 'The full stop makes them different texts.',
};
