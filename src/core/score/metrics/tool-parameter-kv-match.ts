import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { type JsonObject, type JsonValue, ownValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { withoutMarks } from '#core/base/literals/python-float.ts';
import { answerWith } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scoreAnswerCalls, shareOfArguments, CALL_METRIC } from '#core/score/metric/answer-call.ts';

/** The share of expected arguments that the response's first tool call gives with the same value. */
export const toolParameterKvMatch: ComputedMetric = {
  ...CALL_METRIC,
  id: 'tool_parameter_kv_match',
  title: 'Argument value match',
  short: 'arg vals',
  definition:
    'The share of expected arguments that the first tool call of the response has with the same value. Unless the match is strict, values are compared as strings, ignoring case and outer spaces; a float is written as in Python, 2.0.',
  formula: 'expected arguments present with their value ÷ expected arguments, to two decimals',
  source: 'Gen AI evaluation service; the non-strict comparison is our own',
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
  example: {
    row: {
      response: answerWith('book_room', { hotel: 3, nights: 1 }),
      reference: answerWith('book_room', { hotel: 3, nights: 2 }),
    },
    working: 'Both expected arguments are present; hotel has the expected value, nights does not.',
    score: 1 / 2,
    sum: '1 ÷ 2',
  },
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
