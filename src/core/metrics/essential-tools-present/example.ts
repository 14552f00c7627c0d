import { BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how essential_tools_present is scored. */
export const essentialToolsPresentExample: MetricExample = {
  row: { predicted_trajectory: [FIND, BOOK_OTHER, SEND] },
  settings: { tools: ['book_room', 'pay'] },
  working: 'Looked for: book_room and pay. One of the two is called.',
  sum: '1 ÷ 2',
};
