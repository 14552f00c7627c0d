import { answerWith } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scoreAnswerCalls, shareOfArguments, CALL_METRIC } from '#core/score/metric/answer-call.ts';

/** The share of expected arguments that the response's first tool call gives, whatever their value. */
export const toolParameterKeyMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_parameter_key_match',
  title: 'Argument name match',
  short: 'arg names',
  definition:
    'The share of expected arguments that the first tool call of the response has, whatever their value. The tool name is ignored.',
  formula: 'expected argument names present ÷ expected arguments, to two decimals',
  scale: 'share',
  score: scoreAnswerCalls((made, expected) => shareOfArguments(made, expected, () => true)),
  example: {
    row: {
      response: answerWith('book_room', { hotel: 3, guests: 2 }),
      reference: answerWith('book_room', { hotel: 3, nights: 2 }),
    },
    working: 'One of the expected arguments, hotel and nights, is present.',
    score: 1 / 2,
    sum: '1 ÷ 2',
  },
};
