import type { Metric } from '#core/metrics/metric.ts';

/** The share of predicted calls that also appear in the reference. */
export const trajectoryPrecision: Metric = {
  id: 'trajectory_precision',
  title: 'Precision',
  short: 'prec',
  letter: 'P',
  definition: 'The share of predicted calls that also appear in the reference.',
  formula: 'predicted calls found in the reference ÷ predicted calls',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_precision', metricId: 'trajectory_precision' }],
};
