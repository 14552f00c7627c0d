import type { Metric } from '#core/metrics/metric.ts';

/** 1 when the response is the expected answer, character by character. */
export const exactMatch: Metric = {
  id: 'exact_match',
  title: 'Answer exact match',
  short: 'same',
  letter: '',
  definition: 'The response is the expected answer, character by character.',
  formula: '1 if response = reference; otherwise 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'higher',
  needs: ['response', 'reference'],
  options: [],
  isRecorded: false,
  columns: () => [{ id: 'exact_match', metricId: 'exact_match' }],
};
