import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_lcs is scored. */
export const trajectoryLcsExample: MetricExample = {
  row: {
    predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
    reference_trajectory: [FIND, BOOK, SEND],
  },
  working:
    'find_hotel and then send_mail are common to both sides; the longer side has four calls.',
  sum: '2 ÷ 4',
};
