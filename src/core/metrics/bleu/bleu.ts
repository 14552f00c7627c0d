import type { Metric } from '#core/metrics/metric.ts';

/** How many runs of one to four words of the response the expected answer has too. */
export const bleu: Metric = {
  id: 'bleu',
  title: 'BLEU',
  short: 'BLEU',
  letter: '',
  definition:
    'How many runs of one to four words of the response the expected answer has too; short responses are punished. Without effective order, fewer than four words give 0.',
  formula: 'brevity penalty × geometric mean of the four shares',
  source: 'Gen AI evaluation service; sacrebleu with the international tokenizer',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useEffectiveOrder'],
  isRecorded: false,
  columns: () => [{ id: 'bleu', metricId: 'bleu' }],
};
