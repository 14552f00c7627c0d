import { trajectoryPrecisionScorer } from '#core/metrics/trajectory-precision/score.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_precision_names. */
export const trajectoryPrecisionNamesScorer: Scorer = {
  score: (row, settings, column) => trajectoryPrecisionScorer.score(row.byName, settings, column),
};
