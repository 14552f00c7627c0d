import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how rouge_1 is scored. */
export const rouge1Example: MetricExample = {
  row: {
    response: 'The room is booked for two nights.',
    reference: 'A room is booked for three nights.',
  },
  working: 'Five words are in both texts of seven words each.',
  sum: '2 × 5 ÷ (7 + 7)',
};
