import type { Metric } from '#core/metrics/metric.ts';

/** 1 when the response's first tool call has the expected name. */
export const toolNameMatch: Metric = {
  id: 'tool_name_match',
  title: 'Tool name match',
  short: 'call name',
  letter: '',
  definition: 'The first tool call of the response has the name of the expected one.',
  formula: '1 if both names are the same; otherwise 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'higher',
  needs: ['response', 'reference'],
  options: [],
  isRecorded: false,
  columns: () => [{ id: 'tool_name_match', metricId: 'tool_name_match' }],
};
