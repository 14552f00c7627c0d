import { isJsonEqual } from '#core/json/equal-json.ts';
import { ownValue, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { withoutMarks } from '#core/json/python-float.ts';
import { scoreAnswerCalls, shareOfArguments, whyNoCall } from '#core/metrics/tool-call.ts';
import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores tool_parameter_kv_match. */
export const toolParameterKvMatchScorer: Scorer = {
  score: scoreAnswerCalls((made, expected, { useStrictStringMatch = false }) =>
    shareOfArguments(
      made,
      expected,
      (name) =>
        isJsonEqual(valueOf(made.arguments, name), valueOf(expected.arguments, name)) ||
        (!useStrictStringMatch &&
          plainText(valueOf(made.written(), name)) ===
            plainText(valueOf(expected.written(), name))),
    ),
  ),
  whyZero: ({ response }) => whyNoCall(response),
};

function valueOf(input: JsonObject, name: string): JsonValue {
  return ownValue(input, name) ?? null;
}

function plainText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : printJson(value);
  return withoutMarks(text).trim().toLowerCase();
}
