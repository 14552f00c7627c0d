import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_edit_distance is scored. */
export const trajectoryEditDistanceExample: MetricExample = {
  row: {
    predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
    reference_trajectory: [FIND, BOOK, SEND],
  },
  working:
    'Two edits: replace book_room, leave out the last find_hotel. The longer side has four calls.',
  sum: '2 ÷ 4',
};
