import { lcsShare, editShare } from '#core/match/compare-pair.ts';
import { type ComputedMetric, COMPARES_CALLS, scorePair } from '#core/score/metric/metric.ts';

/** The longest common subsequence as a share of the longer trajectory. */
export const trajectoryLcs: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_lcs',
  title: 'Common order',
  short: 'LCS',
  definition:
    'The calls that both trajectories have in the same order, as a share of the longer one.',
  origin: 'playground',
  scale: 'share',
  score: scorePair(lcsShare),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
};

/** The edit distance as a share of the longer trajectory. */
export const trajectoryEditDistance: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_edit_distance',
  title: 'Edit distance',
  short: 'edits',
  definition:
    'Calls to insert, remove or replace to get the expected ones, as a share of the longer trajectory: 0 for the same calls, 1 for nothing in common.',
  origin: 'playground',
  scale: 'share',
  better: 'lower',
  score: scorePair(editShare, editShare, Math.min),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
};
