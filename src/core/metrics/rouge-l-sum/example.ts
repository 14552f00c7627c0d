import type { MetricExample } from '#core/metrics/example.ts';

/** Shows how rouge_l_sum is scored. */
export const rougeLSumExample: MetricExample = {
  row: { response: 'Room booked.\nMail sent.', reference: 'Mail sent.\nRoom booked.' },
  working:
    'Line by line, each expected sentence is found whole: four of four words. Taken as one text, only two would be in order.',
  sum: '2 × 4 ÷ (4 + 4)',
};
