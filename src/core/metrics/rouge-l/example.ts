import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how rouge_l is scored. */
export const rougeLExample: MetricExample = {
  row: {
    response: 'The room is booked for two nights.',
    reference: 'A room is booked for three nights.',
  },
  working:
    '“room is booked for nights” is the longest run of words in order, five of seven words on each side.',
  sum: '2 × 5 ÷ (7 + 7)',
};
