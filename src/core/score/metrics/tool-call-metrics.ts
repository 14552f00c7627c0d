import { type ComputedMetric, scoreTexts } from '#core/score/metric/metric.ts';
import {
  readAnswerCall,
  CALL_METRIC,
  scoreAnswerCalls,
  shareOfArguments,
} from '#core/score/metric/answer-call.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { type JsonObject, type JsonValue, ownValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { withoutMarks } from '#core/base/literals/python-float.ts';

/** 1 when the response is JSON with a well-formed first tool call. */
export const toolCallValid: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_call_valid',
  title: 'Tool call valid',
  short: 'call ok',
  definition:
    'The response is JSON with a tool_calls list whose first call has a name and an object of arguments.',
  scale: 'binary',
  score: scoreTexts(({ response }) => (readAnswerCall(response) === null ? 0 : 1)),
};

/** 1 when the response's first tool call has the expected name. */
export const toolNameMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_name_match',
  title: 'Tool name match',
  short: 'call name',
  definition: 'The first tool call of the response has the name of the expected one.',
  scale: 'binary',
  score: scoreAnswerCalls((made, expected) => (made.name === expected.name ? 1 : 0)),
};

/** The share of expected arguments that the response's first tool call has, with any value. */
export const toolParameterKeyMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_parameter_key_match',
  title: 'Argument name match',
  short: 'arg names',
  definition:
    'The share of expected arguments that the first tool call of the response has, whatever their value. The tool name is ignored.',
  scale: 'share',
  score: scoreAnswerCalls((made, expected) => shareOfArguments(made, expected, () => true)),
};

/** The share of expected arguments that the response's first tool call has with the same value. */
export const toolParameterKvMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_parameter_kv_match',
  title: 'Argument value match',
  short: 'arg vals',
  definition:
    'The share of expected arguments that the first tool call of the response has with the same value. Unless the match is strict, values are compared as strings, ignoring case and outer spaces; a float is written as in Python, 2.0.',
  scale: 'share',
  options: ['useStrictStringMatch'],
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
  exports: {
    notInVertex: ({ useStrictStringMatch }) =>
      useStrictStringMatch === true ? 'strict string match in tool_parameter_kv_match' : undefined,
  },
};

function valueOf(input: JsonObject, name: string): JsonValue {
  return ownValue(input, name) ?? null;
}

function plainText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : printJson(value);
  return withoutMarks(text).trim().toLowerCase();
}
