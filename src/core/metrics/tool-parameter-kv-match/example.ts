import { answerWith, type MetricExample } from '#core/metrics/example.ts';

/** Shows how tool_parameter_kv_match is scored. */
export const toolParameterKvMatchExample: MetricExample = {
  row: {
    response: answerWith('book_room', { hotel: 3, nights: 1 }),
    reference: answerWith('book_room', { hotel: 3, nights: 2 }),
  },
  working: 'Both expected arguments are given, hotel with its value, nights with another.',
  sum: '1 ÷ 2',
};
