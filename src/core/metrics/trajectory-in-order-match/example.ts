import { BOOK, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_in_order_match is scored. */
export const trajectoryInOrderMatchExample: MetricExample = {
  row: { predicted_trajectory: [FIND, FIND, BOOK, SEND], reference_trajectory: [FIND, BOOK, SEND] },
  working:
    'The three expected calls are made in their order. The second find_hotel is extra, which is allowed.',
};
