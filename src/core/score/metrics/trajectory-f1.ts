import { f1Of } from '#core/match/compare-pair.ts';
import { BOOK, BOOK_OTHER, FIND, SEND } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scorePair } from '#core/score/metric/scorer.ts';

/** Precision and recall in one number, each call used once. */
export const trajectoryF1: ComputedMetric = {
  id: 'trajectory_f1',
  title: 'F1',
  short: 'F1',
  definition:
    'Precision and recall in one number; every call counts once, whatever the rule for repeated calls.',
  formula: '2 × calls on both sides ÷ (predicted calls + reference calls), as multisets',
  source: 'Trajectory Playground',
  origin: 'playground',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  isCounted: true,
  options: ['emptyTrajectories', 'matching'],
  score: scorePair(f1Of),
  edits: { kinds: ['add', 'remove', 'change'] },
  example: {
    row: {
      predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
      reference_trajectory: [FIND, BOOK, SEND],
    },
    working: 'Two pairs of equal calls, each counted once, among four calls and three expected.',
    score: (2 * 2) / (4 + 3),
    sum: '2 × 2 ÷ (4 + 3)',
  },
};
