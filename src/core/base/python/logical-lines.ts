import { endOfLine } from '#core/base/text/line-ends.ts';
/** A statement as it stands in a text: one line, or several where brackets or quotes hold them together. */
export interface LogicalLine {
  /** Offset of its first character that is no blank. */
  readonly from: number;
  /** Offset after its last character, before the line end. */
  readonly to: number;
  /** 1-based physical line. */
  readonly line: number;
  /** How many characters it is indented by. */
  readonly indent: number;
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const TARGET = String.raw`${NAME}(?:\.${NAME})*`;

/** How a line of code begins whose statement is of use; prose seldom begins so. */
const STATEMENT = new RegExp(
  [
    String.raw`(?:async[ \t]+)?def[ \t]+${NAME}`,
    String.raw`class[ \t]+${NAME}[ \t]*[(:]`,
    `@${NAME}`,
    String.raw`from[ \t]+[.\w]+[ \t]+import\b`,
    String.raw`import[ \t]+[\w.]+[ \t]*(?:as\b|[,#\r\n]|$)`,
    String.raw`(?:return|await|yield)[ \t(]`,
    String.raw`${TARGET}(?:\(|[ \t]*(?::[^=\n]+)?(?:=(?!=)|\+=))`,
  ].join('|'),
  'yu',
);

/** Statements that are never closed are looked for as often; each may cost a look at the rest. */
const MAX_UNCLOSED = 200;

/** Finds the logical lines of a program, also where prose stands around them. */
export class LineScanner {
  readonly #text: string;
  #unclosed = 0;
  #line = 1;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes on to the next statement; undefined at the end of the text. */
  nextStatement(): LogicalLine | undefined {
    for (let line = this.#peek(); line; line = this.#peek()) {
      if (this.#isStatement(line.from)) {
        const to = this.#endOf(line.from);
        this.#goBehind(to);
        return { ...line, to };
      }
      this.#goBehind(line.to);
    }
    return undefined;
  }

  /**
   * Goes to the end of a block and returns the offset after its last line; `indent` is that of the
   * line before it.
   */
  skipBlock(indent: number): number {
    let end = this.#at - 1;
    for (let line = this.#peek(); line; line = this.#peek()) {
      const isBlank = line.from === line.to || this.#text.charAt(line.from) === '#';
      if (!isBlank && line.indent <= indent) break;
      const to = isBlank ? line.to : this.#endOf(line.from);
      if (!isBlank) end = to;
      this.#goBehind(to);
    }
    return Math.min(end, this.#text.length);
  }

  /** The physical line ahead, without going on. */
  #peek(): LogicalLine | undefined {
    const start = this.#at;
    if (start >= this.#text.length) return undefined;
    const to = endOfLine(this.#text, start);
    let from = start;
    while (from < to && BLANK.includes(this.#text.charAt(from))) from++;
    return { from, to, line: this.#line, indent: from - start };
  }

  /** Goes on to the line behind the one that ends here. */
  #goBehind(end: number): void {
    while (this.#at <= end) {
      this.#at = endOfLine(this.#text, this.#at) + 1;
      this.#line++;
    }
  }

  #isStatement(at: number): boolean {
    STATEMENT.lastIndex = at;
    return STATEMENT.test(this.#text);
  }

  /** The offset after a logical line; after its first physical line where nothing closes it. */
  #endOf(from: number): number {
    const text = this.#text;
    const first = endOfLine(text, from);
    if (this.#unclosed > MAX_UNCLOSED) return first;
    const end = closedAt(text, from);
    if (end !== undefined) return end;
    this.#unclosed++;
    return first;
  }
}

const BLANK = ' \t\r\f\u00a0\ufeff';

const TOKEN = /"""|'''|["'#()[\]{}\n\\]/g;

/** Where a logical line ends; undefined where brackets or triple quotes stay open. */
function closedAt(text: string, from: number): number | undefined {
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token] = found;
    if (token === '\\') TOKEN.lastIndex++;
    else if (token === '#') TOKEN.lastIndex = endOfLine(text, found.index);
    else if (token === '\n') {
      if (depth === 0) return found.index;
    } else if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth = Math.max(0, depth - 1);
    else {
      const end = endOfText(text, TOKEN.lastIndex, token);
      if (end === undefined) return undefined;
      TOKEN.lastIndex = end;
    }
  }
  return depth === 0 ? text.length : undefined;
}

/** The offset after a quoted text; one without triple quotes ends with its line at the latest. */
function endOfText(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(quote, at)) return at + quote.length;
    if (text.charAt(at) === '\\') at++;
    else if (quote.length === 1 && text.charAt(at) === '\n') return at;
  }
  return quote.length === 1 ? text.length : undefined;
}
