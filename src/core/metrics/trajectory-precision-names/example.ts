import { BOOK, BOOK_OTHER, FIND, PAY, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_precision_names is scored. */
export const trajectoryPrecisionNamesExample: MetricExample = {
  row: { predicted_trajectory: [FIND, BOOK_OTHER, PAY], reference_trajectory: [FIND, BOOK, SEND] },
  working: 'Of three calls made, two are of an expected tool; pay is not.',
  sum: '2 ÷ 3',
};
