import type { Metric } from '#core/metrics/metric.ts';

/** The pairs of neighbouring words that response and expected answer share. */
export const rouge2: Metric = {
  id: 'rouge_2',
  title: 'ROUGE-2',
  short: 'R-2',
  letter: '',
  definition:
    'The pairs of neighbouring words that response and expected answer share. Only a–z and 0–9 count.',
  formula: 'F-measure of shared word pairs',
  source: 'Gen AI evaluation service; google-research rouge_score',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useStemmer'],
  isRecorded: false,
  columns: () => [{ id: 'rouge_2', metricId: 'rouge_2' }],
};
