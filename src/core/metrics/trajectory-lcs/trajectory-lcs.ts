import type { Metric } from '#core/metrics/metric.ts';

/** How much of the longer trajectory both have in common order. */
export const trajectoryLcs: Metric = {
  id: 'trajectory_lcs',
  title: 'Common order',
  short: 'LCS',
  letter: '',
  definition:
    'How many calls both trajectories make in common order, as a share of the longer one.',
  formula: 'longest common subsequence ÷ calls of the longer trajectory',
  source: 'Trajectory Playground',
  origin: 'playground',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_lcs', metricId: 'trajectory_lcs' }],
};
