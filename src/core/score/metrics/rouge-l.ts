import { rougeL as scoreWords } from '#core/base/text/rouge.ts';
import { TWO_ANSWERS } from '#core/score/metric/example.ts';
import { rougeMetric } from '#core/score/metric/rouge.ts';

/** The longest common subsequence of words of response and expected answer. */
export const rougeL = rougeMetric(
  {
    id: 'rouge_l',
    title: 'ROUGE-L',
    short: 'R-L',
    definition:
      'The longest common subsequence of words of response and expected answer. Only a–z and 0–9 count.',
    formula: 'F-measure of the longest common subsequence',
    example: {
      row: TWO_ANSWERS,
      working:
        '“room is booked for nights” is the longest run of words in order, five of seven words on each side.',
      score: (2 * 5) / (7 + 7),
      sum: '2 × 5 ÷ (7 + 7)',
    },
  },
  'rougeL',
  scoreWords,
);
