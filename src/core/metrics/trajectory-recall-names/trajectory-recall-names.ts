import type { Metric } from '#core/metrics/metric.ts';
import { trajectoryRecall } from '#core/metrics/trajectory-recall/trajectory-recall.ts';

/** Recall, names only: calls are compared by their tools' names. */
export const trajectoryRecallNames: Metric = {
  ...trajectoryRecall,
  id: 'trajectory_recall_names',
  title: 'Recall, names only',
  short: 'recall n.',
  letter: '',
  definition: 'The share of reference calls whose tool also appears in the prediction.',
  source: 'Trajectory Playground',
  origin: 'playground',
  columns: () => [{ id: 'trajectory_recall_names', metricId: 'trajectory_recall_names' }],
};
