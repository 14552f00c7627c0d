import { BLEU_ORDER, bleuScore } from '#core/base/text/bleu.ts';
import { plain, type WordPart } from '#core/base/text/sentence.ts';
import { TWO_ANSWERS } from '#core/score/metric/example.ts';
import type { ComputedMetric, ExplainedScore } from '#core/score/metric/metric.ts';
import { scoreTexts, whoIsEmpty } from '#core/score/metric/scorer.ts';

/** How many runs of one to four words of the response the expected answer has too. */
export const bleu: ComputedMetric = {
  id: 'bleu',
  title: 'BLEU',
  short: 'BLEU',
  definition:
    'How many runs of one to four words of the response the expected answer has too; short responses are punished. Without effective order, fewer than four words give 0.',
  formula: 'brevity penalty × geometric mean of the four shares',
  source: 'Gen AI evaluation service; sacrebleu with the international tokenizer',
  origin: 'vertex',
  group: 'response',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useEffectiveOrder'],
  score: scoreTexts((texts, { useEffectiveOrder = false }) =>
    bleuScore(texts.bleu(), useEffectiveOrder),
  ),
  explain: explainZero,
  example: {
    row: TWO_ANSWERS,
    working:
      'Of the words and signs of the response 6 of 8 are expected, of the pairs 4 of 7, of the runs of three 2 of 6, of four 1 of 5. Both texts are equally long, so nothing is taken off.',
    score: (((((((6 / 8) * 4) / 7) * 2) / 6) * 1) / 5) ** (1 / 4),
    sum: '(6 ÷ 8 × 4 ÷ 7 × 2 ÷ 6 × 1 ÷ 5) ^ (1 ÷ 4)',
  },
  exports: {
    vertex: ({ useEffectiveOrder }) =>
      useEffectiveOrder === true
        ? { name: 'Bleu', calls: [{ use_effective_order: true }] }
        : undefined,
    promptfoo: {
      type: 'bleu',
      threshold: 0.5,
      difference:
        'texts are lower-cased and scores are not smoothed, so that short texts differ most',
    },
  },
};

/** Explains a score of 0 although the texts may be alike; no words where only they are to blame. */
function explainZero({ value, settings, aligned }: ExplainedScore): readonly WordPart[] {
  if (value !== 0) return [];
  const { prediction, reference } = aligned.row.texts.bleu();
  const empty = whoIsEmpty(prediction.length, reference.length);
  if (empty !== '') return plain(`${empty} no words.`);
  if (settings.useEffectiveOrder === true || prediction.length >= BLEU_ORDER) return [];
  const words = prediction.length === 1 ? 'one word' : `${prediction.length} words`;
  return plain(
    `BLEU looks for runs of four words and the response has ${words}: without effective order that gives 0, even for equal texts.`,
  );
}
