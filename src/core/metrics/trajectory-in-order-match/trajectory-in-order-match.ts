import type { Metric } from '#core/metrics/metric.ts';

/** 1 when the reference is a subsequence of the prediction. */
export const trajectoryInOrderMatch: Metric = {
  id: 'trajectory_in_order_match',
  title: 'In-order match',
  short: 'in-order',
  letter: 'I',
  definition:
    'Every reference call is made, in the reference’s order; extra calls may stand anywhere.',
  formula: '1 if the reference is a subsequence of the prediction; otherwise 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_in_order_match', metricId: 'trajectory_in_order_match' }],
};
