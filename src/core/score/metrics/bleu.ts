import { BLEU_ORDER, bleuScore, readBleuWords } from '#core/base/text/bleu.ts';
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
    'The share of the response’s sequences of one to four words that the expected answer has too; short responses are penalised. Without effective order, fewer than four words score 0.',
  formula: 'brevity penalty × geometric mean of the four shares',
  source: 'Gen AI evaluation service; sacrebleu with the international tokenizer',
  origin: 'vertex',
  group: 'response',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useEffectiveOrder'],
  score: scoreTexts((texts, { useEffectiveOrder = false }) =>
    bleuScore(texts.as(readBleuWords), useEffectiveOrder),
  ),
  explain: explainZero,
  example: {
    row: TWO_ANSWERS,
    working:
      'The expected answer has 6 of the response’s 8 words and signs, 4 of its 7 pairs, 2 of its 6 sequences of three and 1 of its 5 of four. Both texts have the same length, so there is no penalty.',
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
      difference: 'texts are lower-cased and scores are not smoothed, so short texts differ most',
    },
  },
};

/** Explains a score of 0 although the texts may be alike; no words where only they are to blame. */
function explainZero({ value, settings, aligned }: ExplainedScore): readonly WordPart[] {
  if (value !== 0) return [];
  const { prediction, reference } = aligned.row.texts.as(readBleuWords);
  const empty = whoIsEmpty(prediction.length, reference.length);
  if (empty !== '') return plain(`${empty} no words.`);
  if (settings.useEffectiveOrder === true || prediction.length >= BLEU_ORDER) return [];
  const words = prediction.length === 1 ? 'one word' : `${prediction.length} words`;
  return plain(
    `BLEU compares sequences of four words, and the response has ${words}: without effective order the score is 0, even for equal texts.`,
  );
}
