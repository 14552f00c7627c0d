import type { Metric } from '#core/metrics/metric.ts';
import { trajectoryInOrderMatch } from '#core/metrics/trajectory-in-order-match/trajectory-in-order-match.ts';

/** In-order match, names only: calls are compared by their tools' names. */
export const trajectoryInOrderMatchNames: Metric = {
  ...trajectoryInOrderMatch,
  id: 'trajectory_in_order_match_names',
  title: 'In-order match, names only',
  short: 'order n.',
  letter: '',
  definition:
    'Every tool of the reference is called in the reference’s order, whatever the arguments; extra calls may stand anywhere.',
  source: 'Trajectory Playground',
  origin: 'playground',
  columns: () => [
    { id: 'trajectory_in_order_match_names', metricId: 'trajectory_in_order_match_names' },
  ],
};
