import type { Metric } from '#core/metrics/metric.ts';

/** 1 when the prediction makes the reference's calls, all of them, in order, and no others. */
export const trajectoryExactMatch: Metric = {
  id: 'trajectory_exact_match',
  title: 'Exact match',
  short: 'exact',
  letter: 'E',
  definition: 'The same calls in the same order, nothing more and nothing less.',
  formula: '1 if prediction = reference, call by call; otherwise 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_exact_match', metricId: 'trajectory_exact_match' }],
};
