import {
  rougeN,
  rougeL as scoreWords,
  rougeLSum as scoreLines,
  readRougeTexts,
  type RougeTexts,
} from '#core/base/text/rouge.ts';
import type { ReadTexts } from '#core/calls/scored-row.ts';
import { plain, type WordPart } from '#core/base/text/sentence.ts';
import { BLEU_ORDER, bleuScore, readBleuWords } from '#core/base/text/bleu.ts';
import {
  type ComputedMetric,
  type ExplainedScore,
  type Metric,
  scoreTexts,
  whoIsEmpty,
} from '#core/score/metric/metric.ts';

/**
 * The share of n-grams, up to four words, that the response has in common with the expected answer.
 */
export const bleu: ComputedMetric = {
  id: 'bleu',
  title: 'BLEU',
  short: 'BLEU',
  definition:
    'The share of the response’s sequences of one to four words that the expected answer has too; short responses are penalised. Without effective order, fewer than four words score 0.',
  origin: 'vertex',
  group: 'response',
  scale: 'share',
  better: 'higher',
  needs: ['response', 'reference'],
  options: ['useEffectiveOrder'],
  score: scoreTexts((texts, { useEffectiveOrder = false }) =>
    bleuScore(texts.as(readBleuWords), useEffectiveOrder),
  ),
  explain: explainBleuOfZero,
  exports: {
    vertex: ({ useEffectiveOrder }) =>
      useEffectiveOrder === true
        ? { name: 'Bleu', calls: [{ use_effective_order: true }] }
        : undefined,
  },
};

/** Explains a score of 0 that similar texts can have; empty where the texts explain it. */
function explainBleuOfZero({ value, settings, aligned }: ExplainedScore): readonly WordPart[] {
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

/** 1 when the response is the expected answer, character by character. */
export const exactMatch: ComputedMetric = {
  id: 'exact_match',
  title: 'Answer exact match',
  short: 'same',
  definition: 'The response is the expected answer, character by character.',
  origin: 'vertex',
  group: 'response',
  scale: 'binary',
  better: 'higher',
  needs: ['response', 'reference'],
  score: scoreTexts(({ pair }) => (pair.response === pair.reference ? 1 : 0)),
};

/** The words that response and expected answer share. */
export const rouge1 = rougeMetric(
  {
    id: 'rouge_1',
    title: 'ROUGE-1',
    short: 'R-1',
    definition: 'The words that response and expected answer share. Only a–z and 0–9 count.',
  },
  'rouge1',
  (texts) => rougeN(texts, 1),
);

/** The pairs of neighbouring words that response and expected answer share. */
export const rouge2 = rougeMetric(
  {
    id: 'rouge_2',
    title: 'ROUGE-2',
    short: 'R-2',
    definition:
      'The pairs of neighbouring words that response and expected answer share. Only a–z and 0–9 count.',
  },
  'rouge2',
  (texts) => rougeN(texts, 2),
  2,
);

/** The longest common subsequence of words of response and expected answer. */
export const rougeL = rougeMetric(
  {
    id: 'rouge_l',
    title: 'ROUGE-L',
    short: 'R-L',
    definition:
      'The longest common subsequence of words of response and expected answer. Only a–z and 0–9 count.',
  },
  'rougeL',
  scoreWords,
);

/** For each line of the expected answer, the words it shares in order with any line of the response. */
export const rougeLSum = rougeMetric(
  {
    id: 'rouge_l_sum',
    title: 'ROUGE-Lsum',
    short: 'R-Lsum',
    definition:
      'For each line of the expected answer, the words it shares in order with any line of the response. Only a–z and 0–9 count.',
  },
  'rougeLsum',
  scoreLines,
);

/**
 * Completes a ROUGE metric: `type` is its name in the Vertex SDK, `runLength` the words of an
 * n-gram, 1 for single words and subsequences.
 */
function rougeMetric(
  own: Pick<Metric, 'id' | 'title' | 'short' | 'definition'>,
  type: string,
  score: (texts: RougeTexts) => number,
  runLength: 1 | 2 = 1,
): ComputedMetric {
  return {
    ...own,
    origin: 'vertex',
    group: 'response',
    scale: 'share',
    better: 'higher',
    needs: ['response', 'reference'],
    options: ['useStemmer'],
    score: scoreTexts((texts, { useStemmer = false }) =>
      score(texts.as(useStemmer ? readStems : readWords)),
    ),
    explain: (explained) => explainRougeOfZero(explained, runLength),
    exports: {
      vertex: ({ useStemmer }) =>
        useStemmer === true
          ? { name: 'Rouge', calls: [{ rouge_type: type, use_stemmer: true }] }
          : undefined,
    },
  };
}

const readWords: ReadTexts<RougeTexts> = (response, reference) =>
  readRougeTexts(response, reference, false);

const readStems: ReadTexts<RougeTexts> = (response, reference) =>
  readRougeTexts(response, reference, true);

/** Explains a score of 0 that similar texts can have; empty where the texts explain it. */
function explainRougeOfZero(
  { value, aligned }: ExplainedScore,
  runLength: number,
): readonly WordPart[] {
  if (value !== 0) return [];
  const { prediction, reference } = aligned.row.texts.as(readWords).words;
  const empty = whoIsEmpty(prediction.length, reference.length);
  if (empty !== '') {
    return plain(
      `ROUGE reads only the letters a to z and digits. ${empty} none, so the score is 0, even for equal texts.`,
    );
  }
  const isShort = Math.min(prediction.length, reference.length) < runLength;
  return plain(isShort ? 'ROUGE-2 compares pairs of words, and a text of one word has none.' : '');
}
