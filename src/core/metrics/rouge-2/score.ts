import { scoreTexts } from '#core/metrics/score-texts.ts';
import { rougeN } from '#core/text/rouge.ts';
import { whyRougeIsZero } from '#core/text/why-zero.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores rouge_2. */
export const rouge2Scorer: Scorer = {
  score: scoreTexts((texts, { useStemmer = false }) => rougeN(texts.rouge(useStemmer), 2)),
  whyZero: (texts) => whyRougeIsZero(texts, 2),
};
