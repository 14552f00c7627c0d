import type { Metric } from '#core/metrics/metric.ts';

/** How much of a trajectory has to be changed to become the reference. */
export const trajectoryEditDistance: Metric = {
  id: 'trajectory_edit_distance',
  title: 'Edit distance',
  short: 'edits',
  letter: '',
  definition:
    'How many calls must be inserted, left out or replaced to get the reference, as a share of the longer trajectory: 0 for the same calls, 1 for nothing in common.',
  formula: 'Levenshtein distance in calls ÷ calls of the longer trajectory',
  source: 'Trajectory Playground',
  origin: 'playground',
  scale: 'share',
  better: 'lower',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_edit_distance', metricId: 'trajectory_edit_distance' }],
};
