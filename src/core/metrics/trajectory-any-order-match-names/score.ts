import { trajectoryAnyOrderMatchScorer } from '#core/metrics/trajectory-any-order-match/score.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_any_order_match_names. */
export const trajectoryAnyOrderMatchNamesScorer: Scorer = {
  score: (row, settings, column) =>
    trajectoryAnyOrderMatchScorer.score(row.byName, settings, column),
};
