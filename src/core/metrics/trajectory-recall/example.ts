import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_recall is scored. */
export const trajectoryRecallExample: MetricExample = {
  row: {
    predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
    reference_trajectory: [FIND, BOOK, SEND],
  },
  working: 'Of three expected calls, two are made: book_room has another hotel.',
  sum: '2 ÷ 3',
};
