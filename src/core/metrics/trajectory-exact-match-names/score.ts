import { trajectoryExactMatchScorer } from '#core/metrics/trajectory-exact-match/score.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_exact_match_names. */
export const trajectoryExactMatchNamesScorer: Scorer = {
  score: (row, settings, column) => trajectoryExactMatchScorer.score(row.byName, settings, column),
};
