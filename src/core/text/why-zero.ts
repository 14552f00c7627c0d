import { BLEU_ORDER } from './bleu.ts';
import type { RowTexts } from './row-texts.ts';

/**
 * Says why BLEU is 0 although the texts may be alike.
 * @param texts both answers
 * @param useEffectiveOrder whether short responses are averaged over what they have
 * @returns a sentence; empty when nothing but the words themselves is to blame
 */
export function whyBleuIsZero(texts: RowTexts, useEffectiveOrder: boolean): string {
  const { prediction, reference } = texts.bleu();
  const empty = whoIsEmpty(prediction.length, reference.length);
  if (empty !== '') return `${empty} no words.`;
  if (useEffectiveOrder || prediction.length >= BLEU_ORDER) return '';
  const words = prediction.length === 1 ? 'one word' : `${prediction.length} words`;
  return `BLEU looks for runs of four words and the response has ${words}: without effective order that gives 0, even for equal texts.`;
}

/**
 * Says why ROUGE is 0 although the texts may be alike.
 * @param texts both answers
 * @param runLength words in each run that is compared; 1 for single words and subsequences
 * @returns a sentence; empty when nothing but the words themselves is to blame
 */
export function whyRougeIsZero(texts: RowTexts, runLength: 1 | 2): string {
  const { prediction, reference } = texts.rouge(false).words;
  const empty = whoIsEmpty(prediction.length, reference.length);
  if (empty !== '') {
    return `ROUGE reads only the letters a to z and digits. ${empty} none, so the score is 0, even for equal texts.`;
  }
  const isShort = Math.min(prediction.length, reference.length) < runLength;
  return isShort ? 'ROUGE-2 compares pairs of words, and a text of one word has none.' : '';
}

function whoIsEmpty(response: number, reference: number): string {
  if (response === 0 && reference === 0) return 'Both texts have';
  if (response === 0) return 'The response has';
  return reference === 0 ? 'The expected answer has' : '';
}
