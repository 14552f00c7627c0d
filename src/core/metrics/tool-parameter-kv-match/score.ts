import { isJsonEqual } from '#core/json/equal-json.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { scoreAnswerCalls, shareOfArguments, whyNoCall } from '#core/metrics/tool-call.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores tool_parameter_kv_match. */
export const toolParameterKvMatchScorer: Scorer = {
  score: scoreAnswerCalls((made, expected, { useStrictStringMatch = false }) =>
    shareOfArguments(made, expected, useStrictStringMatch ? isJsonEqual : isLooselyEqual),
  ),
  whyZero: ({ response }) => whyNoCall(response),
};
function isLooselyEqual(made: JsonValue, expected: JsonValue): boolean {
  return isJsonEqual(made, expected) || plainText(made) === plainText(expected);
}

function plainText(value: JsonValue): string {
  return (typeof value === 'string' ? value : printJson(value)).trim().toLowerCase();
}
