import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_f1 is scored. */
export const trajectoryF1Example: MetricExample = {
  row: {
    predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
    reference_trajectory: [FIND, BOOK, SEND],
  },
  working:
    'Two pairs of equal calls, each call used once, among four calls made and three expected.',
  sum: '2 × 2 ÷ (4 + 3)',
};
