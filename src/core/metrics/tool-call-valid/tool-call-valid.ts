import type { Metric } from '#core/metrics/metric.ts';

/** 1 when the response is JSON with a well-formed first tool call. */
export const toolCallValid: Metric = {
  id: 'tool_call_valid',
  title: 'Tool call valid',
  short: 'call ok',
  letter: '',
  definition:
    'The response is JSON with a tool_calls list whose first call has a name and an object of arguments.',
  formula: '1 if the first call is well formed; otherwise 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'higher',
  needs: ['response', 'reference'],
  options: [],
  isRecorded: false,
  columns: () => [{ id: 'tool_call_valid', metricId: 'tool_call_valid' }],
};
