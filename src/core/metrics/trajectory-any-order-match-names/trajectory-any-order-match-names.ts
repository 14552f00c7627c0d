import type { Metric } from '#core/metrics/metric.ts';
import { trajectoryAnyOrderMatch } from '#core/metrics/trajectory-any-order-match/trajectory-any-order-match.ts';

/** Any-order match, names only: calls are compared by their tools' names. */
export const trajectoryAnyOrderMatchNames: Metric = {
  ...trajectoryAnyOrderMatch,
  id: 'trajectory_any_order_match_names',
  title: 'Any-order match, names only',
  short: 'any n.',
  letter: '',
  definition:
    'Every tool of the reference is called, as often as expected, in any order and with any arguments.',
  source: 'Trajectory Playground',
  origin: 'playground',
  columns: () => [
    { id: 'trajectory_any_order_match_names', metricId: 'trajectory_any_order_match_names' },
  ],
};
