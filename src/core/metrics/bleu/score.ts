import { scoreTexts } from '#core/metrics/score-texts.ts';
import { bleuScore } from '#core/text/bleu.ts';
import { whyBleuIsZero } from '#core/text/why-zero.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores bleu. */
export const bleuScorer: Scorer = {
  score: scoreTexts((texts, { useEffectiveOrder = false }) =>
    bleuScore(texts.bleu(), useEffectiveOrder),
  ),
  whyZero: (texts, { useEffectiveOrder = false }) => whyBleuIsZero(texts, useEffectiveOrder),
};
