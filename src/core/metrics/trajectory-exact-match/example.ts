import { BOOK, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_exact_match is scored. */
export const trajectoryExactMatchExample: MetricExample = {
  row: { predicted_trajectory: [FIND, BOOK, SEND, FIND], reference_trajectory: [FIND, BOOK, SEND] },
  working:
    'The expected calls are made, but find_hotel comes once more: another length, so no exact match.',
};
