import { isDeeperThan, isJsonList, type JsonValue } from './json-value.ts';

const LONG = 16;
// A reviver overflows the stack where plain parsing does not.
const REVIVER_DEPTH = 1000;

/** Parses strict JSON, integers beyond 2^53 as `bigint`; throws SyntaxError for anything else. */
export function parseJson(text: string): JsonValue {
  const plain = JSON.parse(text) as JsonValue; // rejects bad text before it is rewritten
  if (!hasLongInteger(text) || isDeeperThan(plain, REVIVER_DEPTH)) return plain;
  const mark = freeCharacter(text);
  const marked = markLongIntegers(text, mark);
  if (marked === text) return plain;
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(1)) : value,
  ) as JsonValue;
}

/** Whether there are 16 digits in a row that are no fraction: Python writes most floats with as many. */
function hasLongInteger(text: string): boolean {
  // so many in a row have one at every 16th place
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let from = at;
    while (isDigit(text.charCodeAt(from - 1))) from--;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at - from >= LONG && text[from - 1] !== '.') return true;
  }
  return false;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Parses strict JSON like {@link parseJson}; undefined for any other text. */
export function tryJson(
  text: string,
): { readonly ok: true; readonly value: JsonValue } | undefined {
  if (!endsAsItBegins(text)) return undefined;
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    return undefined; // readJson says why
  }
}

const ENDS = new Map([
  ['{', '}'],
  ['[', ']'],
  ['"', '"'],
]);

/** Whether a text ends with the match of its first bracket or quote: cheaper than an exception. */
function endsAsItBegins(text: string): boolean {
  const trimmed = text.trim();
  const end = ENDS.get(trimmed.charAt(0));
  return end === undefined || (trimmed.length > 1 && trimmed.endsWith(end));
}

/** A character that does not occur in a text, not even escaped. */
function freeCharacter(text: string): string {
  for (let code = 0xe000; code < 0xffff; code++) {
    const mark = String.fromCharCode(code);
    if (!new RegExp(`${mark}|\\\\u${code.toString(16)}`, 'i').test(text)) return mark;
  }
  throw new RangeError('no character is free to mark long integers');
}

const NUMBER_LIKE = /-?\d[\d.eE+-]*/g;

function markLongIntegers(text: string, mark: string): string {
  return rewriteNumbers(
    text,
    (token) =>
      token.length > 15 && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
        ? `"${mark}${token}"`
        : token,
    16,
  );
}

/**
 * Rewrites the numbers of a JSON text outside of strings. Strings are not matched by a pattern,
 * because long ones overflow it.
 */
export function rewriteNumbers(
  text: string,
  rewrite: (token: string) => string,
  shortest = 1,
): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from);
    const open = quote < 0 ? text.length : quote;
    const close = quote < 0 ? open : closingQuote(text, open + 1);
    const outside = text.slice(from, open);
    parts.push(
      open - from >= shortest ? outside.replace(NUMBER_LIKE, rewrite) : outside,
      text.slice(open, close + 1),
    );
    from = close + 1;
  }
  return parts.join('');
}

function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === 92) before--;
    if ((quote - before) % 2 === 1) return quote; // no or an even number of backslashes
  }
  return text.length;
}

/**
 * Prints a value as JSON. A `bigint` becomes digits; a float that would look like one or is
 * infinite gets an exponent, so that parsing gives the same value.
 */
export function printJson(value: JsonValue, indent = 0): string {
  if (holdsTextOnly(value)) return JSON.stringify(value, null, indent);
  let longs = 0;
  const plain = JSON.stringify(
    value,
    (_key, item: unknown) => {
      if (!isLong(item)) return item;
      longs++;
      return 0;
    },
    indent,
  );
  if (longs === 0) return plain;
  const mark = freeCharacter(plain);
  const marked = JSON.stringify(
    value,
    (_key, item: unknown) => (isLong(item) ? `${mark}${digitsOf(item)}${mark}` : item),
    indent,
  );
  return marked.replace(new RegExp(`"${mark}([^"]*)${mark}"`, 'g'), '$1');
}

/** Whether a record has only texts, which need no look at every value. */
function holdsTextOnly(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || isJsonList(value)) return false;
  for (const key in value) if (typeof value[key] !== 'string') return false;
  return true;
}

/** Numbers that look the same as a bigint and as a float. */
function isLong(item: unknown): item is number | bigint {
  if (typeof item === 'bigint') return true;
  if (typeof item !== 'number' || Number.isSafeInteger(item)) return false;
  return Number.isInteger(item) || !Number.isFinite(item);
}

function digitsOf(long: number | bigint): string {
  if (typeof long === 'bigint') return String(long);
  // JSON has no NaN, but Python writes it, and the tolerant parser reads it
  if (Number.isNaN(long)) return 'NaN';
  // 1e400 is parsed as Infinity, which JSON lacks
  return Number.isFinite(long) ? long.toExponential() : `${long < 0 ? '-' : ''}1e999`;
}

/** Prints a value as one line of at most `limit` characters, with `…` where cut. */
export function previewJson(value: JsonValue, limit: number): string {
  if (typeof value === 'string')
    return cut(JSON.stringify(cutText(value, limit)), value.length > limit, limit);
  if (typeof value !== 'object' || value === null) return cut(String(value), false, limit);
  const parts: string[] = [];
  let length = 0;
  const entries = isJsonList(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value);
  for (const [key, item] of entries) {
    if (length > limit) break;
    const text = `${isJsonList(value) ? '' : `${JSON.stringify(key)}: `}${previewJson(item, limit - length)}`;
    parts.push(text);
    length += text.length + 2;
  }
  const [open, close] = isJsonList(value) ? '[]' : '{}';
  return cut(
    `${open ?? ''}${parts.join(', ')}${close ?? ''}`,
    parts.length < entries.length,
    limit,
  );
}

function cut(text: string, isCut: boolean, limit: number): string {
  return isCut || text.length > limit ? `${cutText(text, limit)}…` : text;
}

/** The beginning of a text, at most `limit` long and never ending within a character. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}
