import { isCovered } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_any_order_match. */
export const trajectoryAnyOrderMatchScorer: Scorer = {
  score: scorePair(
    (pair) => (isCovered(pair) ? 1 : 0),
    (pair) => (isCovered(pair) ? 1 : 0),
  ),
};
