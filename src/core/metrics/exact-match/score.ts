import { scoreTexts } from '#core/metrics/score-texts.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores exact_match. */
export const exactMatchScorer: Scorer = {
  score: scoreTexts(({ pair }) => (pair.response === pair.reference ? 1 : 0)),
};
