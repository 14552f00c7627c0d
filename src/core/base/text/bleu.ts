import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { countRuns, internWords, type TakeWord } from './word-lists.ts';

/** The longest n-grams of BLEU. */
export const BLEU_ORDER = 4;

/**
 * Splits two texts into words for BLEU: the international tokenizer of mteval-v14. Punctuation and
 * symbols are separate words, except punctuation between digits and backslashes. Case is kept.
 * @see sacrebleu 1.5, `tokenizer_intl`
 */
export function readBleuWords(response: string, reference: string): InternedPair {
  return internWords(response, reference, cutBleuWords);
}

/** Finds the words of a text. */
export function cutBleuWords(text: string, take: TakeWord): void {
  let end = text.length;
  while (end > 0 && kindOf(text.charCodeAt(end - 1)) === SPACE) end--;
  let from = 0;
  // the place of the first character that may have to be split off
  let mark = -1;
  for (let at = 0; at <= end; at++) {
    const kind = at < end ? kindOf(text.charCodeAt(at)) : SPACE;
    if (kind === PLAIN) continue;
    if (kind === OTHER) {
      if (mark < 0) mark = at;
      continue;
    }
    if (mark >= 0) cutChunk(text, { from, to: at, end, mark }, take);
    else if (at > from) take(text, from, at);
    from = at + 1;
    mark = -1;
  }
}

interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly mark: number;
}

/** Splits the text between two spaces. */
function cutChunk(text: string, { from, to, end, mark }: Chunk, take: TakeWord): void {
  if (mark === to - 1 && mark > from && to < end && isSentenceMark(text.charCodeAt(mark))) {
    take(text, from, mark);
    take(text, mark, to);
    return;
  }
  // next to a space, punctuation is split off even after or before a digit
  const spaced = `${from > 0 ? ' ' : ''}${text.slice(from, to)}${to < end ? ' ' : ''}`
    .replace(/(\P{Nd})([^\P{P}\\])/gu, '$1 $2 ')
    .replace(/([^\P{P}\\])(\P{Nd})/gu, ' $1 $2')
    .replace(/\p{S}/gu, ' $& ');
  for (const word of spaced.split(' ')) if (word !== '') take(word, 0, word.length);
}

function isSentenceMark(code: number): boolean {
  return code < 128 && '.,;:!?'.includes(String.fromCharCode(code));
}

const PLAIN = 0;
const SPACE = 1;
const OTHER = 2;

function kindOf(code: number): number {
  return code < 128 ? (ASCII_KINDS[code] as number) : isWideSpace(code) ? SPACE : OTHER;
}

/** Letters, digits and control characters are plain, Python's white space is space. */
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if ((code > 8 && code < 14) || (code > 27 && code < 33)) return SPACE;
  return /[\p{P}\p{S}]/u.test(String.fromCharCode(code)) ? OTHER : PLAIN;
});

/** White space in Python beyond ASCII; JavaScript's `\s` has U+FEFF and lacks U+0085. */
function isWideSpace(code: number): boolean {
  return /[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/.test(
    String.fromCharCode(code),
  );
}

/**
 * Sentence BLEU, in [0,1], with exponential smoothing and brevity penalty, as sacrebleu computes
 * it; 0 when no word is shared or a text is empty (Papineni et al. 2002).
 */
export function bleuScore(words: InternedPair, useEffectiveOrder: boolean): number {
  const counts = countRuns(words, BLEU_ORDER);
  // longer n-grams can only be shared where single words are
  if ((counts[0]?.matched ?? 0) === 0) return 0;
  let logs = 0;
  let order = 0;
  let smoothing = 1;
  for (const { matched, response } of counts) {
    if (response === 0) break;
    order++;
    if (matched === 0) smoothing *= 2;
    logs += Math.log(matched === 0 ? 1 / (smoothing * response) : matched / response);
  }
  if (order < BLEU_ORDER && !useEffectiveOrder) return 0;
  const { prediction, reference } = words;
  const shortage = Math.min(0, 1 - reference.length / prediction.length);
  return Math.min(1, Math.exp(shortage + logs / order));
}
