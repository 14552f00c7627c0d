import { readRougeTexts, type RougeTexts } from '#core/base/text/rouge.ts';
import type { ReadTexts } from '#core/calls/row-texts.ts';
import { plain, type WordPart } from '#core/base/text/sentence.ts';
import type { ComputedMetric, ExplainedScore, Metric } from './metric.ts';
import { scoreTexts, whoIsEmpty } from './scorer.ts';

/**
 * Completes a metric of the ROUGE family.
 * @param own what is the metric's own
 * @param type its name in the Vertex SDK
 * @param runLength words in each run that is compared; 1 for single words and subsequences
 */
export function rougeMetric(
  own: Pick<Metric, 'id' | 'title' | 'short' | 'definition' | 'formula' | 'example' | 'exports'>,
  type: string,
  score: (texts: RougeTexts) => number,
  runLength: 1 | 2 = 1,
): ComputedMetric {
  return {
    ...own,
    source: 'Gen AI evaluation service; google-research rouge_score',
    origin: 'vertex',
    group: 'response',
    scale: 'share',
    better: 'higher',
    needs: ['response', 'reference'],
    options: ['useStemmer'],
    score: scoreTexts((texts, { useStemmer = false }) =>
      score(texts.as(useStemmer ? readStems : readWords)),
    ),
    explain: (explained) => explainZero(explained, runLength),
    exports: {
      ...own.exports,
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

/** Explains a score of 0 although the texts may be alike; no words where only they are to blame. */
function explainZero({ value, aligned }: ExplainedScore, runLength: number): readonly WordPart[] {
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
