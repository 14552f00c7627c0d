import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_precision is scored. */
export const trajectoryPrecisionExample: MetricExample = {
  row: {
    predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
    reference_trajectory: [FIND, BOOK, SEND],
  },
  working:
    'Of four calls made, three are expected: find_hotel counts both times, book_room has another hotel.',
  sum: '3 ÷ 4',
};
