import type { Metric } from '#core/metrics/metric.ts';

/** The share of reference calls that also appear in the prediction. */
export const trajectoryRecall: Metric = {
  id: 'trajectory_recall',
  title: 'Recall',
  short: 'recall',
  letter: 'R',
  definition: 'The share of reference calls that also appear in the prediction.',
  formula: 'reference calls found in the prediction ÷ reference calls',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_recall', metricId: 'trajectory_recall' }],
};
