import type { Metric } from '#core/metrics/metric.ts';
import { trajectoryExactMatch } from '#core/metrics/trajectory-exact-match/trajectory-exact-match.ts';

/** Exact match, names only: calls are compared by their tools' names. */
export const trajectoryExactMatchNames: Metric = {
  ...trajectoryExactMatch,
  id: 'trajectory_exact_match_names',
  title: 'Exact match, names only',
  short: 'exact n.',
  letter: '',
  definition: 'The same tools in the same order, whatever the arguments.',
  source: 'Trajectory Playground',
  origin: 'playground',
  columns: () => [{ id: 'trajectory_exact_match_names', metricId: 'trajectory_exact_match_names' }],
};
