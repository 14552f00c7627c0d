import { lcsShare } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_lcs. */
export const trajectoryLcsScorer: Scorer = {
  score: scorePair(lcsShare, lcsShare),
};
