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

/** Replaces line breaks by spaces, for example within a comment of code. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ');
}

/** Cuts a long text with `…`, never within a character. */
export function boundText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)}…`;
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
