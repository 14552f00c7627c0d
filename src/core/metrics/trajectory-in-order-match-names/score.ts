import { trajectoryInOrderMatchScorer } from '#core/metrics/trajectory-in-order-match/score.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_in_order_match_names. */
export const trajectoryInOrderMatchNamesScorer: Scorer = {
  score: (row, settings, column) =>
    trajectoryInOrderMatchScorer.score(row.byName, settings, column),
};
