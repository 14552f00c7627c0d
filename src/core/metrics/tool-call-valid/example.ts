import { answerWith, type MetricExample } from '#core/metrics/example.ts';

/** Shows how tool_call_valid is scored. */
export const toolCallValidExample: MetricExample = {
  row: {
    response: answerWith('book_room', { hotel: 3 }),
    reference: answerWith('book_room', { hotel: 3 }),
  },
  working: 'The response is JSON with a tool call that has a name and arguments.',
};
