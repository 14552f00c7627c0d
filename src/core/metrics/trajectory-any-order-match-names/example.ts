import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_any_order_match_names is scored. */
export const trajectoryAnyOrderMatchNamesExample: MetricExample = {
  row: { predicted_trajectory: [SEND, BOOK_OTHER, FIND], reference_trajectory: [FIND, BOOK, SEND] },
  working: 'The three expected tools are called. Their order and arguments do not count.',
};
