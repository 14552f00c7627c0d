import type { Metric } from '#core/metrics/metric.ts';

/** For each line of the expected answer, the words it shares in order with any line of the response. */
export const rougeLSum: Metric = {
  id: 'rouge_l_sum',
  title: 'ROUGE-Lsum',
  short: 'R-Lsum',
  letter: '',
  definition:
    'For each line of the expected answer, the words it shares in order with any line of the response. Only a–z and 0–9 count.',
  formula: 'F-measure of the union of longest common subsequences by line',
  source: 'Gen AI evaluation service; google-research rouge_score',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useStemmer'],
  isRecorded: false,
  columns: () => [{ id: 'rouge_l_sum', metricId: 'rouge_l_sum' }],
};
