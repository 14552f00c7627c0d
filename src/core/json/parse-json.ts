import { isJsonList, type JsonValue } from './json-value.ts';

const LONG_DIGITS = /\d{16}/;
const MARK = '\uE000int:';

/** What reading a JSON text gave: the value, or where and why it stopped. */
export type JsonReading =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly column: number; readonly reason: string };

/**
 * Parses strict JSON and keeps integers beyond 2^53 exact, as `bigint`.
 * @param text one JSON value
 * @returns the value
 * @throws SyntaxError when the text is not strict JSON
 */
export function parseJson(text: string): JsonValue {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text) as JsonValue;
  JSON.parse(text); // rejects bad text before it is rewritten
  return JSON.parse(markLongIntegers(text), reviveLongInteger) as JsonValue;
}

/**
 * Parses strict JSON like {@link parseJson}, and describes a failure instead of throwing.
 * @param text one JSON value
 * @returns the value, or the 1-based column of the failure and its reason in words
 */
export function readJson(text: string): JsonReading {
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    return { ok: false, ...locateJsonError(text) };
  }
}

function reviveLongInteger(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(MARK)
    ? BigInt(value.slice(MARK.length))
    : value;
}

// A string is matched whole so that digits inside it stay as they are.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function markLongIntegers(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) => {
    const isLong = token.length > 15 && token.charCodeAt(0) !== 34 && /^-?\d+$/.test(token);
    return isLong && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token;
  });
}

/**
 * Prints a value as JSON text; a `bigint` becomes its digits.
 * @param value any JSON value
 * @param indent spaces per level; 0 for one line
 * @returns the text
 */
export function printJson(value: JsonValue, indent = 0): string {
  const marked = JSON.stringify(
    value,
    (_key, item: unknown) => (typeof item === 'bigint' ? `${MARK}${String(item)}` : item),
    indent,
  );
  return marked.includes(MARK) ? marked.replace(/"\uE000int:(-?\d+)"/g, '$1') : marked;
}

/** Finds where strict JSON breaks, without depending on a browser's wording. */
function locateJsonError(text: string): { column: number; reason: string } {
  const scanner = new Scanner(text);
  const reason = scanner.run();
  return { column: scanner.at + 1, reason: reason ?? 'Not JSON' };
}

const LITERALS = ['true', 'false', 'null'];
const PYTHON_LITERALS = ['True', 'False', 'None', 'NaN', 'Infinity', '-Infinity', 'undefined'];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** An iterative JSON checker: one pass, an explicit stack, stops at the first error. */
class Scanner {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  run(): string | undefined {
    const open: ('{' | '[')[] = [];
    let expects: 'value' | 'first' | 'key' | 'after' = 'value';
    for (;;) {
      this.#skipSpace();
      const char = this.#text[this.at];
      const top = open.at(-1);
      if (expects === 'after') {
        if (open.length === 0) return char === undefined ? undefined : 'Text after the end of the value';
        if (char === undefined) return `${top === '{' ? 'Object' : 'List'} is not closed`;
        if (char === ',') {
          this.at++;
          expects = top === '{' ? 'key' : 'value';
          this.#skipSpace();
          if (/[\]}]/.test(this.#text[this.at] ?? '')) return 'Comma before a closing bracket';
          continue;
        }
        if (char !== (top === '{' ? '}' : ']')) return `Expected a comma or ${top === '{' ? '}' : ']'}`;
        open.pop();
        this.at++;
        continue;
      }
      if (char === undefined) return open.length > 0 ? 'Text ends in the middle of a value' : 'No value';
      if (expects === 'first' && char === (top === '{' ? '}' : ']')) {
        open.pop();
        this.at++;
        expects = 'after';
        continue;
      }
      if (top === '{' && (expects === 'key' || expects === 'first')) {
        const problem = this.#readKey(char);
        if (problem !== undefined) return problem;
        expects = 'value';
        continue;
      }
      if (char === '{' || char === '[') {
        open.push(char);
        this.at++;
        expects = 'first';
        continue;
      }
      const problem = this.#readScalar(char);
      if (problem !== undefined) return problem;
      expects = 'after';
    }
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.at] ?? '')) this.at++;
  }

  #readKey(char: string): string | undefined {
    if (char !== '"') return char === "'" ? 'Keys need double quotes' : 'Expected a key in double quotes';
    const problem = this.#readString();
    if (problem !== undefined) return problem;
    this.#skipSpace();
    if (this.#text[this.at] !== ':') return 'Expected a colon after the key';
    this.at++;
    return undefined;
  }

  #readScalar(char: string): string | undefined {
    if (char === '"') return this.#readString();
    for (const literal of LITERALS) if (this.#skip(literal)) return undefined;
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number !== undefined) {
      this.at += number.length;
      return undefined;
    }
    if (char === "'") return 'Text needs double quotes';
    if (/[\u201c\u201d\u2018\u2019\u201e]/.test(char)) return 'Curly quotes; JSON needs straight double quotes';
    const word = PYTHON_LITERALS.find((name) => this.#text.startsWith(name, this.at));
    return word === undefined ? `Unexpected “${char}”` : `${word} is not JSON`;
  }

  #skip(word: string): boolean {
    if (!this.#text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  #readString(): string | undefined {
    const start = this.at;
    for (let at = start + 1; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 34) {
        this.at = at + 1;
        return undefined;
      }
      if (code < 32) {
        this.at = at;
        return 'Control character inside text';
      }
      if (code === 92) {
        const escape = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(this.#text.slice(at + 1, at + 6));
        if (!escape) {
          this.at = at;
          return 'Bad escape inside text';
        }
        at += escape[0].length;
      }
    }
    return 'Text is not closed';
  }
}

/**
 * Reads a cell that may be JSON text or already a value.
 * @param cell a value from a row
 * @returns the value behind the text, or the cell itself when it is no text
 */
export function unwrapJsonText(cell: JsonValue): JsonReading {
  return typeof cell === 'string' ? readJson(cell) : { ok: true, value: cell };
}

/**
 * Shortens a JSON value to one line for display.
 * @param value any JSON value
 * @param limit the most characters kept
 * @returns the text, ending in `…` when cut; never longer than the limit plus one
 */
export function previewJson(value: JsonValue, limit: number): string {
  if (typeof value === 'string') return cut(JSON.stringify(value.slice(0, limit)), value.length > limit, limit);
  if (typeof value !== 'object' || value === null) return String(value);
  const parts: string[] = [];
  let length = 0;
  const entries = isJsonList(value) ? value.map((item) => ['', item] as const) : Object.entries(value);
  for (const [key, item] of entries) {
    if (length > limit) break;
    const text = `${isJsonList(value) ? '' : `${JSON.stringify(key)}: `}${previewJson(item, limit - length)}`;
    parts.push(text);
    length += text.length + 2;
  }
  const [open, close] = isJsonList(value) ? '[]' : '{}';
  return cut(`${open ?? ''}${parts.join(', ')}${close ?? ''}`, parts.length < entries.length, limit);
}

function cut(text: string, isCut: boolean, limit: number): string {
  return isCut || text.length > limit ? `${text.slice(0, limit)}…` : text;
}
