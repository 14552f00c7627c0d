import { rougeN } from '#core/base/text/rouge.ts';
import { TWO_ANSWERS } from '#core/score/metric/example.ts';
import { rougeMetric } from '#core/score/metric/rouge.ts';

/** The pairs of neighbouring words that response and expected answer share. */
export const rouge2 = rougeMetric(
  {
    id: 'rouge_2',
    title: 'ROUGE-2',
    short: 'R-2',
    definition:
      'The pairs of neighbouring words that response and expected answer share. Only a–z and 0–9 count.',
    formula: 'F-measure of shared word pairs',
    example: {
      row: TWO_ANSWERS,
      working: 'Three pairs of neighbouring words are in both texts of six pairs each.',
      score: (2 * 3) / (6 + 6),
      sum: '2 × 3 ÷ (6 + 6)',
    },
  },
  'rouge2',
  (texts) => rougeN(texts, 2),
  2,
);
