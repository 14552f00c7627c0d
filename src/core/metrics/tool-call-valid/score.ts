import { scoreTexts } from '#core/metrics/score-texts.ts';
import { readAnswerCall, whyNoCall } from '#core/metrics/tool-call.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores tool_call_valid. */
export const toolCallValidScorer: Scorer = {
  score: scoreTexts(({ response }) => (readAnswerCall(response) === null ? 0 : 1)),
  whyZero: ({ response }) => whyNoCall(response),
};
