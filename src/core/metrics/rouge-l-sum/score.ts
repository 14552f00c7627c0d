import { scoreTexts } from '#core/metrics/score-texts.ts';
import { rougeLSum } from '#core/text/rouge.ts';
import { whyRougeIsZero } from '#core/text/why-zero.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores rouge_l_sum. */
export const rougeLSumScorer: Scorer = {
  score: scoreTexts((texts, { useStemmer = false }) => rougeLSum(texts.rouge(useStemmer))),
  whyZero: (texts) => whyRougeIsZero(texts, 1),
};
