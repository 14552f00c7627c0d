import { isSubsequence } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_in_order_match. */
export const trajectoryInOrderMatchScorer: Scorer = {
  score: scorePair(
    (pair) => (isSubsequence(pair) ? 1 : 0),
    (pair) => (isSubsequence(pair) ? 1 : 0),
  ),
};
