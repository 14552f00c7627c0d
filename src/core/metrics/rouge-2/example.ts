import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how rouge_2 is scored. */
export const rouge2Example: MetricExample = {
  row: {
    response: 'The room is booked for two nights.',
    reference: 'A room is booked for three nights.',
  },
  working: 'Three pairs of neighbouring words are in both texts of six pairs each.',
  sum: '2 × 3 ÷ (6 + 6)',
};
