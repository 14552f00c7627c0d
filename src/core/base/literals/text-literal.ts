import type { ToleranceCounter } from './tolerance.ts';

/** The language of a text, where backslashes and comments differ. */
export type Dialect = 'json' | 'python';

/** A quoted text. `end` is the offset after it, `at` the place of a problem. */
export type TextResult =
  | { readonly ok: true; readonly value: string; readonly end: number }
  | { readonly ok: false; readonly at: number; readonly reason: string };

const SINGLE = 39;
const BACKSLASH = 92;
const NEWLINE = 10;
const RETURN = 13;

const SIMPLE_ESCAPES = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\n', ''],
]);

/** Reads a quoted text from its prefix (letters of Python) or quote, by the dialect's rules. */
export function readTextLiteral(
  text: string,
  start: number,
  prefix: string,
  dialect: Dialect,
  tolerances: ToleranceCounter,
): TextResult {
  if (prefix === '') {
    const end = plainEnd(text, start);
    if (end > start + 2) {
      if (text.charCodeAt(start) === SINGLE) tolerances.add('single_quotes', start);
      return { ok: true, value: text.slice(start + 1, end - 1), end };
    }
  }
  const letters = prefix.toLowerCase();
  if (letters.includes('f'))
    return { ok: false, at: start, reason: 'An f-string is a program, not a value' };
  const quoteAt = start + prefix.length;
  const quote = text.charAt(quoteAt);
  const isTriple = text.startsWith(quote.repeat(3), quoteAt);
  if (quote === "'") tolerances.add('single_quotes', start);
  if (prefix !== '' || isTriple) {
    tolerances.add(letters.includes('b') ? 'bytes' : 'python_texts', start);
  }
  const reader = new TextBody(text, quote, isTriple, letters, dialect, tolerances);
  return reader.read(quoteAt + (isTriple ? 3 : 1));
}

/** The offset after a text without escapes; 0 for others. */
function plainEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === BACKSLASH || code < 32) return 0;
  }
  return 0;
}

class TextBody {
  readonly #text: string;
  readonly #quote: number;
  readonly #isTriple: boolean;
  readonly #isRaw: boolean;
  readonly #isBytes: boolean;
  readonly #dialect: Dialect;
  readonly #tolerances: ToleranceCounter;

  constructor(
    text: string,
    quote: string,
    isTriple: boolean,
    letters: string,
    dialect: Dialect,
    tolerances: ToleranceCounter,
  ) {
    this.#text = text;
    this.#quote = quote.charCodeAt(0);
    this.#isTriple = isTriple;
    this.#isRaw = letters.includes('r');
    this.#isBytes = letters.includes('b');
    this.#dialect = dialect;
    this.#tolerances = tolerances;
  }

  read(start: number): TextResult {
    const text = this.#text;
    let value = '';
    let from = start;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === this.#quote) {
        if (!this.#isTriple) return { ok: true, value: value + text.slice(from, at), end: at + 1 };
        if (text.charCodeAt(at + 1) !== code || text.charCodeAt(at + 2) !== code) continue;
        return { ok: true, value: value + text.slice(from, at), end: at + 3 };
      }
      if (code === BACKSLASH) {
        if (this.#isRaw) {
          at++;
          continue;
        }
        const escape = this.#readEscape(at + 1);
        if (escape === undefined) continue;
        if (!escape.ok) return escape;
        value += text.slice(from, at) + escape.value;
        from = escape.end;
        at = from - 1;
      } else if (code < 32) {
        if ((code === NEWLINE || code === RETURN) && !this.#isTriple)
          return { ok: false, at, reason: 'String is not closed on its line' };
        if (this.#dialect === 'json') this.#tolerances.add('control_characters', at);
      } else if (code > 127 && this.#isBytes)
        return { ok: false, at, reason: 'Bytes can only hold ASCII characters' };
    }
    return { ok: false, at: text.length, reason: 'String is not closed' };
  }

  /** The character of a backslash escape at `at`; undefined when it stands for itself. */
  #readEscape(at: number): TextResult | undefined {
    const letter = this.#text.charAt(at);
    const simple = SIMPLE_ESCAPES.get(letter);
    if (simple !== undefined) return { ok: true, value: simple, end: at + 1 };
    if (letter === '\r') {
      const end = this.#text.charCodeAt(at + 1) === NEWLINE ? at + 2 : at + 1;
      return { ok: true, value: '', end };
    }
    if (letter === '/' && this.#dialect === 'json') return { ok: true, value: '/', end: at + 1 };
    if (letter >= '0' && letter <= '7') {
      const digits = /^[0-7]{1,3}/.exec(this.#text.slice(at, at + 3))?.[0] ?? letter;
      const value = String.fromCharCode(Number.parseInt(digits, 8) & (this.#isBytes ? 255 : 511));
      return { ok: true, value, end: at + digits.length };
    }
    if (letter === 'x') return this.#readHex(at, 2);
    if (this.#isBytes) return undefined;
    if (letter === 'u') return this.#readHex(at, 4);
    if (letter === 'U') return this.#readHex(at, 8);
    if (letter === 'N')
      return { ok: false, at: at - 1, reason: 'A character by its name: write the character' };
    return undefined;
  }

  #readHex(at: number, length: number): TextResult {
    const digits = this.#text.slice(at + 1, at + 1 + length);
    const code = Number.parseInt(digits, 16);
    if (digits.length < length || !/^[\da-f]+$/i.test(digits) || code > 0x10ffff)
      return { ok: false, at: at - 1, reason: 'Bad escape inside a string' };
    return { ok: true, value: String.fromCodePoint(code), end: at + 1 + length };
  }
}
