import type { Metric } from '#core/metrics/metric.ts';
import { trajectoryPrecision } from '#core/metrics/trajectory-precision/trajectory-precision.ts';

/** Precision, names only: calls are compared by their tools' names. */
export const trajectoryPrecisionNames: Metric = {
  ...trajectoryPrecision,
  id: 'trajectory_precision_names',
  title: 'Precision, names only',
  short: 'prec n.',
  letter: '',
  definition: 'The share of predicted calls whose tool also appears in the reference.',
  source: 'Trajectory Playground',
  origin: 'playground',
  columns: () => [{ id: 'trajectory_precision_names', metricId: 'trajectory_precision_names' }],
};
