import { answerWith, type MetricExample } from '#core/metrics/example.ts';

/** Shows how tool_parameter_key_match is scored. */
export const toolParameterKeyMatchExample: MetricExample = {
  row: {
    response: answerWith('book_room', { hotel: 3, guests: 2 }),
    reference: answerWith('book_room', { hotel: 3, nights: 2 }),
  },
  working: 'Of the expected arguments hotel and nights, one is given.',
  sum: '1 ÷ 2',
};
