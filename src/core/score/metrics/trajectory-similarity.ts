import { lcsShare, editShare } from '#core/match/compare-pair.ts';
import { OTHER_HOTEL } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { COMPARES_CALLS, scorePair } from '#core/score/metric/scorer.ts';

/** The longest common subsequence as a share of the longer trajectory. */
export const trajectoryLcs: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_lcs',
  title: 'Common order',
  short: 'LCS',
  definition:
    'The calls that both trajectories have in the same order, as a share of the longer one.',
  formula: 'longest common subsequence ÷ calls of the longer trajectory',
  source: 'Trajectory Playground',
  origin: 'playground',
  scale: 'share',
  score: scorePair(lcsShare),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
  example: {
    row: OTHER_HOTEL,
    working:
      'find_hotel and then send_mail are common to both sides; the longer side has four calls.',
    score: 2 / 4,
    sum: '2 ÷ 4',
  },
};

/** The edit distance as a share of the longer trajectory. */
export const trajectoryEditDistance: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_edit_distance',
  title: 'Edit distance',
  short: 'edits',
  definition:
    'Calls to insert, remove or replace to get the expected ones, as a share of the longer trajectory: 0 for the same calls, 1 for nothing in common.',
  formula: 'Levenshtein distance in calls ÷ calls of the longer trajectory',
  source: 'Trajectory Playground',
  origin: 'playground',
  scale: 'share',
  better: 'lower',
  score: scorePair(editShare, editShare, Math.min),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
  example: {
    row: OTHER_HOTEL,
    working:
      'Two edits: replace book_room, remove the last find_hotel. The longer side has four calls.',
    score: 2 / 4,
    sum: '2 ÷ 4',
  },
};
