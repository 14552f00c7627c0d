import { scoreAnswerCalls, whyNoCall } from '#core/metrics/tool-call.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores tool_name_match. */
export const toolNameMatchScorer: Scorer = {
  score: scoreAnswerCalls((made, expected) => (made.name === expected.name ? 1 : 0)),
  whyZero: ({ response }) => whyNoCall(response),
};
