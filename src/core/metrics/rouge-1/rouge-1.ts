import type { Metric } from '#core/metrics/metric.ts';

/** The words that response and expected answer share. */
export const rouge1: Metric = {
  id: 'rouge_1',
  title: 'ROUGE-1',
  short: 'R-1',
  letter: '',
  definition: 'The words that response and expected answer share. Only a–z and 0–9 count.',
  formula: 'F-measure of shared words',
  source: 'Gen AI evaluation service; google-research rouge_score',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useStemmer'],
  isRecorded: false,
  columns: () => [{ id: 'rouge_1', metricId: 'rouge_1' }],
};
