import { editShare } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_edit_distance. */
export const trajectoryEditDistanceScorer: Scorer = {
  score: scorePair(editShare, editShare, Math.min),
};
