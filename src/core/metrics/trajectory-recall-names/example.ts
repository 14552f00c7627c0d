import { BOOK, BOOK_OTHER, FIND, PAY, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_recall_names is scored. */
export const trajectoryRecallNamesExample: MetricExample = {
  row: { predicted_trajectory: [FIND, BOOK_OTHER, PAY], reference_trajectory: [FIND, BOOK, SEND] },
  working: 'Of three expected tools, two are called; send_mail is not.',
  sum: '2 ÷ 3',
};
