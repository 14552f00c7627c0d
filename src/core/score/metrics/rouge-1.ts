import { rougeN } from '#core/base/text/rouge.ts';
import { TWO_ANSWERS } from '#core/score/metric/example.ts';
import { rougeMetric } from '#core/score/metric/rouge.ts';

/** The words that response and expected answer share. */
export const rouge1 = rougeMetric(
  {
    id: 'rouge_1',
    title: 'ROUGE-1',
    short: 'R-1',
    definition: 'The words that response and expected answer share. Only a–z and 0–9 count.',
    formula: 'F-measure of shared words',
    example: {
      row: TWO_ANSWERS,
      working: 'Five words are in both texts of seven words each.',
      score: (2 * 5) / (7 + 7),
      sum: '2 × 5 ÷ (7 + 7)',
    },
    exports: {
      adk: { criterion: 'response_match_score', value: 0.8 },
      promptfoo: {
        type: 'rouge-n',
        threshold: 0.75,
        difference: 'texts are cut into words in another way: punctuation counts',
      },
    },
  },
  'rouge1',
  (texts) => rougeN(texts, 1),
);
