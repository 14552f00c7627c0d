import { answerWith } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scoreAnswerCalls, CALL_METRIC } from '#core/score/metric/answer-call.ts';

/** 1 when the response's first tool call has the expected name. */
export const toolNameMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_name_match',
  title: 'Tool name match',
  short: 'call name',
  definition: 'The first tool call of the response has the name of the expected one.',
  formula: '1 if both names are the same, else 0',
  scale: 'binary',
  score: scoreAnswerCalls((made, expected) => (made.name === expected.name ? 1 : 0)),
  example: {
    row: {
      response: answerWith('find_hotel', { hotel: 3 }),
      reference: answerWith('book_room', { hotel: 3 }),
    },
    working: 'The first tool call is find_hotel where book_room is expected.',
    score: 0,
  },
};
