import { precisionOf } from '#core/matching/compare-pair.ts';
import { scorePair, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_precision. */
export const trajectoryPrecisionScorer: Scorer = {
  score: scorePair(
    (pair, { duplicates }) => precisionOf(pair, duplicates),
    ({ prediction, reference }) => {
      if (prediction.length > 0) return 0;
      return reference.length === 0 ? 1 : 'prediction_empty';
    },
  ),
};
