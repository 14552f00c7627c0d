import type { Metric } from '#core/metrics/metric.ts';

/** The share of expected arguments that the response's first tool call gives, whatever their value. */
export const toolParameterKeyMatch: Metric = {
  id: 'tool_parameter_key_match',
  title: 'Argument name match',
  short: 'arg names',
  letter: '',
  definition:
    'The share of expected arguments that the first tool call of the response gives, whatever their value. The tool’s name does not count.',
  formula: 'expected argument names given ÷ expected arguments, to two decimals',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: [],
  isRecorded: false,
  columns: () => [{ id: 'tool_parameter_key_match', metricId: 'tool_parameter_key_match' }],
};
