import { scorePair, shareFound, type Metric } from '#core/metrics/metric.ts';

/** The share of reference calls that also appear in the prediction. */
export const trajectoryRecall: Metric = {
  id: 'trajectory_recall',
  title: 'Recall',
  short: 'recall',
  letter: 'R',
  definition: 'The share of reference calls that also appear in the prediction.',
  formula: 'reference calls found in the prediction ÷ reference calls',
  source: 'Gen AI evaluation service',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['duplicates', 'emptyTrajectories'],
  isRecorded: false,
  columns: () => [{ id: 'trajectory_recall', metricId: 'trajectory_recall' }],
  score: scorePair(
    ({ prediction, reference, distinct }, { duplicates }) =>
      shareFound(reference, prediction, distinct, duplicates),
    ({ prediction, reference }) => {
      if (reference.length > 0) return 0;
      return prediction.length === 0 ? 1 : 'reference_empty';
    },
  ),
};
