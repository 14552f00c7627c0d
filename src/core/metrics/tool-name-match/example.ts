import { answerWith, type MetricExample } from '#core/metrics/example.ts';

/** Shows how tool_name_match is scored. */
export const toolNameMatchExample: MetricExample = {
  row: {
    response: answerWith('find_hotel', { hotel: 3 }),
    reference: answerWith('book_room', { hotel: 3 }),
  },
  working: 'The first tool call is find_hotel where book_room is expected.',
};
