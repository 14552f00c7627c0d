import { f1Of } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_f1. */
export const trajectoryF1Scorer: Scorer = {
  score: scorePair(f1Of, f1Of),
};
