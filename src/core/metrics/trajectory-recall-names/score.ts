import { trajectoryRecallScorer } from '#core/metrics/trajectory-recall/score.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_recall_names. */
export const trajectoryRecallNamesScorer: Scorer = {
  score: (row, settings, column) => trajectoryRecallScorer.score(row.byName, settings, column),
};
