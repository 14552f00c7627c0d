import type { Metric } from '#core/metrics/metric.ts';

/** 1 when the prediction holds every reference call, as often as expected, in any order. */
export const trajectoryAnyOrderMatch: Metric = {
  id: 'trajectory_any_order_match',
  title: 'Any-order match',
  short: 'any',
  letter: 'A',
  definition:
    'Every reference call is made, in any order; extra calls are allowed. A call expected twice must be made twice.',
  formula: '1 if reference ⊆ prediction as multisets; otherwise 0',
  source: 'Gen AI evaluation service; multisets as in ADK',
  origin: 'vertex',
  scale: 'binary',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_any_order_match', metricId: 'trajectory_any_order_match' }],
};
