import type { Metric } from '#core/metrics/metric.ts';

/** The longest common subsequence of words of response and expected answer. */
export const rougeL: Metric = {
  id: 'rouge_l',
  title: 'ROUGE-L',
  short: 'R-L',
  letter: '',
  definition:
    'The longest common subsequence of words of response and expected answer. Only a–z and 0–9 count.',
  formula: 'F-measure of the longest common subsequence',
  source: 'Gen AI evaluation service; google-research rouge_score',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useStemmer'],
  isRecorded: false,
  columns: () => [{ id: 'rouge_l', metricId: 'rouge_l' }],
};
