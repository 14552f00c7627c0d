import type { Tolerance } from './tolerance.ts';
import { dialectOf } from './dialect.ts';
import { readLiteral } from './read-literal.ts';
import { countKeys, type JsonValue } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';

/** The parsed value with its departures from JSON, or the place of a problem and its reason. */
export type TolerantResult =
  | { readonly ok: true; readonly value: JsonValue; readonly tolerances: readonly Tolerance[] }
  | { readonly ok: false; readonly column: number; readonly reason: string };

/** Parses a value like {@link parseTolerant}, or returns a cached result. */
export type ReadValue = (text: string) => TolerantResult;

// failing to parse costs more than reading a whole cell
const NEVER_JSON = /^[\s[{(]*'/;
const NO_JSON_START = /^\s*[^\s"{[\-\dtfn]/;

const NONE: readonly Tolerance[] = [];

/**
 * Parses a value: strict JSON first, then JSON as people write it and Python literals.
 * @returns the value with every departure from JSON; none for strict JSON
 */
export function parseTolerant(text: string): TolerantResult {
  if (NEVER_JSON.test(text)) return readLiteral(text, 'python');
  if (NO_JSON_START.test(text)) return readLiteral(text, dialectOf(text));
  const strict = tryJson(text);
  if (!strict) return readLiteral(text, dialectOf(text));
  return { ok: true, value: strict.value, tolerances: NONE };
}

/**
 * Parses a row in lines of its own. A comma, semicolon or percent sign after it is noted: rows are
 * copied out of lists, programs and terminals.
 */
export function readRowText(text: string, read: ReadValue = parseTolerant): TolerantResult {
  const reading = read(text);
  if (reading.ok) return reading;
  const mark = /[,;%]\s*$/.exec(text);
  if (!mark) return reading;
  const at = mark.index;
  const row = read(text.slice(0, at));
  if (!row.ok) return reading;
  const kind = mark[0].startsWith(',') ? 'trailing_commas' : 'end_marks';
  return { ...row, tolerances: [...row.tolerances, { kind, name: '', count: 1, at }] };
}

/**
 * Parses a value like {@link parseTolerant} and also notes `duplicate_keys`, of which the last
 * counts, and numbers `beyond_range`, which strict parsing accepts silently.
 */
export function readNoting(text: string, reading = parseTolerant(text)): TolerantResult {
  if (!reading.ok || reading.tolerances.length > 0) return reading;
  const keys = countKeys(reading.value, COUNTED_LEVELS);
  return { ...reading, tolerances: findOmitted(text, keys) };
}

// deeper values are refused anyway
const COUNTED_LEVELS = 1000;

/**
 * Finds what strict parsing accepts silently: duplicate keys and numbers out of range. Costs a
 * search for colons, and a second parse where there may be some. `keys` is the result of countKeys,
 * negative where not counted.
 */
export function findOmitted(text: string, keys: number): readonly Tolerance[] {
  if (keys <= 0 || countColons(text) === keys) return NONE;
  const literal = readLiteral(text, 'json');
  return literal.ok ? literal.tolerances : NONE;
}

/** Counts the colons after texts; −1 when one has a space before it, which is rare in JSON. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === 34) {
      // an escaped quote is part of a text, as in JSON within JSON
      let slashes = 0;
      while (text.charCodeAt(at - 2 - slashes) === 92) slashes++;
      if (slashes % 2 === 0) count++;
    } else if (before === 32 && text.charCodeAt(at - 2) === 34) return -1;
  }
  return count;
}
