import { BOOK, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_any_order_match is scored. */
export const trajectoryAnyOrderMatchExample: MetricExample = {
  row: { predicted_trajectory: [SEND, BOOK, FIND], reference_trajectory: [FIND, BOOK, SEND] },
  working: 'The three expected calls are made. Their order does not count.',
};
