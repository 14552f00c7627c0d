import { scoreTexts } from '#core/metrics/score-texts.ts';
import { rougeL } from '#core/text/rouge.ts';
import { whyRougeIsZero } from '#core/text/why-zero.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores rouge_l. */
export const rougeLScorer: Scorer = {
  score: scoreTexts((texts, { useStemmer = false }) => rougeL(texts.rouge(useStemmer))),
  whyZero: (texts) => whyRougeIsZero(texts, 1),
};
