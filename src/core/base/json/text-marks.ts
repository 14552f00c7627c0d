const MARK = /[[\]{}(),:"'`#/]/g;

/**
 * Scans JSON, Python or JavaScript text for its marks: brackets, commas, colons and quoted texts.
 * Comments are skipped. Takes linear time, also for broken text.
 */
export class TextMarks {
  /** 0-based offset of the last mark, and the offset after it. */
  at = 0;
  end: number;
  readonly #text: string;

  constructor(text: string, from = 0) {
    this.#text = text;
    this.end = from;
  }

  /** Finds the next mark: a bracket, comma, colon, or opening quote; an empty text at the end. */
  next(): string {
    for (;;) {
      MARK.lastIndex = this.end;
      const char = MARK.exec(this.#text)?.[0] ?? '';
      this.at = char === '' ? this.#text.length : MARK.lastIndex - 1;
      this.end = char === '' ? this.at : MARK.lastIndex;
      if (char === '#' || char === '/') this.end = commentEnd(this.#text, this.at) ?? this.end;
      else {
        if (char === '"' || char === "'" || char === '`') this.#skipText(char);
        return char;
      }
    }
  }

  #skipText(quote: string): void {
    for (let at = this.end; ; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 92) at++;
      else if (this.#text.charAt(at) === quote || at >= this.#text.length) {
        this.end = Math.min(at + 1, this.#text.length);
        return;
      }
    }
  }
}

/** The offset after the comment (`// …`, `# …` or `/* … *\/`) at an offset; undefined without. */
function commentEnd(text: string, at: number): number | undefined {
  const isBlock = text.startsWith('/*', at);
  if (!isBlock && text.charAt(at) !== '#' && !text.startsWith('//', at)) return undefined;
  const mark = isBlock ? '*/' : '\n';
  const end = text.indexOf(mark, at + (isBlock ? 2 : 1));
  return end < 0 ? text.length : end + mark.length;
}

/** Skips white space and comments; returns the offset after them. */
export function skipComments(text: string, from = 0): number {
  let at = from;
  while (at < text.length) {
    const next = text.charAt(at).trim() === '' ? at + 1 : commentEnd(text, at);
    if (next === undefined) break;
    at = next;
  }
  return at;
}
