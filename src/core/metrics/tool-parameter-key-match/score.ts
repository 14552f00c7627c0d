import { scoreAnswerCalls, shareOfArguments, whyNoCall } from '#core/metrics/tool-call.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores tool_parameter_key_match. */
export const toolParameterKeyMatchScorer: Scorer = {
  score: scoreAnswerCalls((made, expected) => shareOfArguments(made, expected, () => true)),
  whyZero: ({ response }) => whyNoCall(response),
};
