import { isSameSequence } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_exact_match. */
export const trajectoryExactMatchScorer: Scorer = {
  score: scorePair(
    (pair) => (isSameSequence(pair) ? 1 : 0),
    (pair) => (isSameSequence(pair) ? 1 : 0),
  ),
};
