/**
 * Writes a whole number with thousands separators: 62,400. By hand, because the browser's number
 * formats take a quarter of the time to the first screen.
 */
export function formatCount(count: number): string {
  let text = String(Math.abs(count));
  for (let at = text.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return count < 0 ? `-${text}` : text;
}

/** Counts things: `1 row`, `2,000 rows`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Smaller differences come from rounding, e.g. of means added in another order. */
export const ROUNDING_ERROR = 1e-9;

/**
 * Writes a number with some decimals; one between 0 and `whole` gets enough to differ from both:
 * 999 of 1,000 are 0.999, not 1.00.
 */
export function toDecimals(value: number, decimals = 2, whole = 1): string {
  const size = Math.abs(value);
  let text = value.toFixed(decimals);
  if (size < ROUNDING_ERROR || size > whole - ROUNDING_ERROR) return text;
  for (let digits = decimals; Number(text) % whole === 0; digits++) text = value.toFixed(digits);
  return text;
}

/** Writes a number with two decimals or more, see {@link toDecimals}; a dash for none. */
export function formatScore(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? '–' : toDecimals(value);
}

/** How values of a scale are written: amounts with significant digits, others with two decimals. */
export function formatOf(scale: string | undefined): (value: number | null | undefined) => string {
  return scale === 'amount' ? formatAmount : formatScore;
}

/** Writes tokens or a cost, whole, from 1,000 on, or with significant digits; a dash for none. */
export function formatAmount(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return formatCount(Math.round(value));
  return Math.abs(value) < 0.1 ? String(Number(value.toPrecision(2))) : value.toFixed(2);
}

/** Writes a share in per cent, as precisely as it is given: `95 %`, `0.7 %`. */
export function percent(share: number): string {
  // 0.07 × 100 is not 7 in binary
  return `${Number((share * 100).toPrecision(12))} %`;
}

/** A part of a sentence; code is set in monospace. */
export interface WordPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** A sentence of plain words; empty for an empty text. */
export function plain(text: string): readonly WordPart[] {
  return text === '' ? [] : [{ text, isCode: false }];
}

/** A name set as code. */
export function code(name: string): WordPart {
  return { text: boundText(name, 60), isCode: true };
}

/** A title within a sentence: “exact match”, but “F1” and “BLEU” unchanged. */
export function inSentence(title: string): string {
  const [first = '', second = ''] = title;
  const isWord = second !== second.toUpperCase();
  return isWord ? first.toLowerCase() + title.slice(first.length) : title;
}

/** Lists words: `a`, `a or b`, `a, b and c`; empty for none. */
export function listWords(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}

/** The plain text of a sentence. */
export function sentenceText(words: readonly Pick<WordPart, 'text'>[]): string {
  return words.map(({ text }) => text).join('');
}

/** Cuts a long text with `…`, never within a character. */
export function boundText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Writes the place of a value, keys and numbers from the outside in: `conditions[1].min`. */
export function printPath(path: readonly (string | number)[]): string {
  return path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${boundText(step, 60)}`,
    )
    .join('');
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
