import { BOOK, BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_in_order_match_names is scored. */
export const trajectoryInOrderMatchNamesExample: MetricExample = {
  row: {
    predicted_trajectory: [FIND, FIND, BOOK_OTHER, SEND],
    reference_trajectory: [FIND, BOOK, SEND],
  },
  working:
    'The three expected tools are called in their order. Extra calls and other arguments are allowed.',
};
