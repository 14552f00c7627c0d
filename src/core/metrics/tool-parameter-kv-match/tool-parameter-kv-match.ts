import type { Metric } from '#core/metrics/metric.ts';

/** The share of expected arguments that the response's first tool call gives with the same value. */
export const toolParameterKvMatch: Metric = {
  id: 'tool_parameter_kv_match',
  title: 'Argument value match',
  short: 'arg vals',
  letter: '',
  definition:
    'The share of expected arguments that the first tool call of the response gives with the same value. Unless the match is strict, values are compared as text, without regard to case and outer spaces; a float is written as Python does, 2.0.',
  formula: 'expected arguments given with their value ÷ expected arguments, to two decimals',
  source: 'Gen AI evaluation service; the comparison that is not strict is our own',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useStrictStringMatch'],
  isRecorded: false,
  columns: () => [{ id: 'tool_parameter_kv_match', metricId: 'tool_parameter_kv_match' }],
};
