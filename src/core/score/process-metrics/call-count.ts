import { BOOK, FIND, SEND } from '#core/score/metric/example.ts';
import type { ProcessMetric } from './process-metric.ts';

/** How many tool calls a run has. */
export const callCount: ProcessMetric = {
  id: 'call_count',
  score: ({ prediction, pair }) => {
    if (prediction.state === 'unreadable') return 'prediction_unreadable';
    if (prediction.state === 'missing') return 'prediction_missing';
    return pair?.counts?.predicted ?? prediction.calls.length;
  },
  example: {
    row: { predicted_trajectory: [FIND, BOOK, SEND] },
    working: 'The agent made three calls.',
    score: 3,
    sum: '3',
  },
};
