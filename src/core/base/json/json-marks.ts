/** Which characters are marks, or may begin a comment, by their codes. */
const MARKS = new Uint8Array(128);
for (const mark of '[]{}(),:"\'`#/') MARKS[mark.charCodeAt(0)] = 1;

const BACKSLASH = 92;

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
      let at = this.end;
      while (at < this.#text.length && MARKS[this.#text.charCodeAt(at)] !== 1) at++;
      const char = this.#text.charAt(at);
      this.at = at;
      this.end = at + char.length;
      if (char === '#' || char === '/') this.end = commentEnd(this.#text, this.at) ?? this.end;
      else {
        if (char === '"' || char === "'" || char === '`') this.#skipText(char);
        return char;
      }
    }
  }

  #skipText(quote: string): void {
    const close = quote.charCodeAt(0);
    let at = this.end;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === close) break;
      if (code === BACKSLASH) at++;
    }
    this.end = Math.min(at + 1, this.#text.length);
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

/** A value of an object or list, as written. */
interface JsonPart {
  /** Its key; undefined in a list. */
  readonly key: string | undefined;
  readonly text: string;
  /** Its 0-based offset. */
  readonly from: number;
}

/**
 * Splits the object or list at an offset into its values, in order, also of duplicate keys, of which
 * parsing keeps only the last. Empty for anything else.
 */
export function splitJson(text: string, at = 0): readonly JsonPart[] {
  const parts: JsonPart[] = [];
  const marks = new TextMarks(text, at);
  let depth = 0;
  let key: string | undefined;
  let after = 0;
  const end = (): void => {
    const from = skipComments(text, after);
    if (from < marks.at) parts.push({ key, text: text.slice(from, marks.at).trim(), from });
    key = undefined;
    after = marks.end;
  };
  for (let mark = marks.next(); mark !== ''; mark = marks.next()) {
    if (mark === '{' || mark === '[') {
      if (++depth === 1) after = marks.end;
    } else if (mark === '}' || mark === ']') {
      if (--depth > 0) continue;
      end();
      break;
    } else if (depth === 1 && mark === ',') end();
    else if (depth === 1 && mark === ':') {
      key = JSON.parse(text.slice(after, marks.at)) as string;
      after = marks.end;
    }
  }
  return parts;
}

/**
 * Finds the 0-based offset of the value at a path (keys and indexes) in strict JSON, or of the
 * innermost existing one on the path; of duplicate keys the last counts.
 */
export function placeInJson(text: string, path: readonly (string | number)[]): number {
  let from = skipComments(text);
  for (const step of path) {
    if (!'{['.includes(text.charAt(from))) break;
    const next = splitJson(text, from).findLast(({ key }, place) => step === (key ?? place));
    if (!next) break;
    ({ from } = next);
  }
  return from;
}

/** The offset after the brackets that open at an offset; undefined where they are not closed. */
export function endOfBrackets(text: string, from: number): number | undefined {
  const marks = new TextMarks(text, from);
  let depth = 0;
  do {
    const mark = marks.next();
    if (mark === '') return undefined;
    if (mark === '{' || mark === '[') depth++;
    if (mark === '}' || mark === ']') depth--;
  } while (depth > 0);
  return marks.end;
}
