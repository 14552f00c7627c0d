import { recallOf } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_recall. */
export const trajectoryRecallScorer: Scorer = {
  score: scorePair(
    (pair, { duplicates }) => recallOf(pair, duplicates),
    (pair) => {
      const { prediction, reference } = pair;
      if (reference.length > 0) return recallOf(pair, 'membership');
      return prediction.length === 0 ? 1 : 'reference_empty';
    },
  ),
};
