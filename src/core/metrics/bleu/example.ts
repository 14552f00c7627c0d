import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how bleu is scored. */
export const bleuExample: MetricExample = {
  row: {
    response: 'The room is booked for two nights.',
    reference: 'A room is booked for three nights.',
  },
  working:
    'Of the words and signs of the response 6 of 8 are expected, of the pairs 4 of 7, of the runs of three 2 of 6, of four 1 of 5. Both texts are equally long, so nothing is taken off.',
  sum: '(6 ÷ 8 × 4 ÷ 7 × 2 ÷ 6 × 1 ÷ 5) ^ (1 ÷ 4)',
};
