import { answerWith } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scoreTexts } from '#core/score/metric/scorer.ts';
import { readAnswerCall, CALL_METRIC } from '#core/score/metric/answer-call.ts';

/** 1 when the response is JSON with a well-formed first tool call. */
export const toolCallValid: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_call_valid',
  title: 'Tool call valid',
  short: 'call ok',
  definition:
    'The response is JSON with a tool_calls list whose first call has a name and an object of arguments.',
  formula: '1 if the first call is well formed, else 0',
  scale: 'binary',
  score: scoreTexts(({ response }) => (readAnswerCall(response) === null ? 0 : 1)),
  example: {
    row: {
      response: answerWith('book_room', { hotel: 3 }),
      reference: answerWith('book_room', { hotel: 3 }),
    },
    working: 'The response is JSON with a tool call that has a name and arguments.',
    score: 1,
  },
};
