import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_exact_match_names is scored. */
export const trajectoryExactMatchNamesExample: MetricExample = {
  row: { predicted_trajectory: [FIND, BOOK_OTHER, SEND], reference_trajectory: [FIND, BOOK, SEND] },
  working: 'The same tools in the same order. That another hotel is booked does not count.',
};
