import type { Metric } from '#core/metrics/metric.ts';

/** Precision and recall in one number, each call used once. */
export const trajectoryF1: Metric = {
  id: 'trajectory_f1',
  title: 'F1',
  short: 'F1',
  letter: '',
  definition:
    'Precision and recall in one number; every call is used once, whatever the rule for duplicates.',
  formula: '2 × calls on both sides ÷ (predicted calls + reference calls), as multisets',
  source: 'Trajectory Playground',
  origin: 'playground',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_f1', metricId: 'trajectory_f1' }],
};
