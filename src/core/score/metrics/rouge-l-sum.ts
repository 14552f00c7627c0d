import { rougeLSum as scoreLines } from '#core/base/text/rouge.ts';
import { rougeMetric } from '#core/score/metric/rouge.ts';

/** For each line of the expected answer, the words it shares in order with any line of the response. */
export const rougeLSum = rougeMetric(
  {
    id: 'rouge_l_sum',
    title: 'ROUGE-Lsum',
    short: 'R-Lsum',
    definition:
      'For each line of the expected answer, the words it shares in order with any line of the response. Only a–z and 0–9 count.',
    formula: 'F-measure of the union of longest common subsequences by line',
    example: {
      row: { response: 'Room booked.\nMail sent.', reference: 'Mail sent.\nRoom booked.' },
      working:
        'Line by line, each expected sentence is found whole: four of four words. As one text, only two would be in order.',
      score: (2 * 4) / (4 + 4),
      sum: '2 × 4 ÷ (4 + 4)',
    },
  },
  'rougeLsum',
  scoreLines,
);
