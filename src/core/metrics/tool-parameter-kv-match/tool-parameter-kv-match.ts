import { isJsonEqual } from '#core/json/equal-json.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import type { Metric } from '#core/metrics/metric.ts';
import { scoreAnswerCalls, shareOfArguments, whyNoCall } from '#core/metrics/tool-call.ts';

/** The share of expected arguments that the response's first tool call gives with the same value. */
export const toolParameterKvMatch: Metric = {
  id: 'tool_parameter_kv_match',
  title: 'Argument value match',
  short: 'arg vals',
  letter: '',
  definition:
    'The share of expected arguments that the first tool call of the response gives with the same value. Unless the match is strict, values are compared as text, without regard to case and outer spaces.',
  formula: 'expected arguments given with their value ÷ expected arguments, to two decimals',
  source: 'Gen AI evaluation service; the comparison that is not strict is our own',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useStrictStringMatch'],
  isRecorded: false,
  columns: () => [{ id: 'tool_parameter_kv_match', metricId: 'tool_parameter_kv_match' }],
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
