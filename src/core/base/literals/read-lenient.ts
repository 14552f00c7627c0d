import type { Leniency } from './leniency.ts';
import { dialectOf } from './dialect.ts';
import { readLiteral } from './read-literal.ts';
import { countKeys, type JsonValue } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';

/** The result of reading a text: the value and what was lenient about it, or where and why it stopped. */
export type LenientResult =
  | { readonly ok: true; readonly value: JsonValue; readonly leniencies: readonly Leniency[] }
  | { readonly ok: false; readonly column: number; readonly reason: string };

/** Reads a value as {@link readLenient} does, or gives what reading it gave before. */
export type ReadValue = (text: string) => LenientResult;

// A failed attempt costs more than reading a whole cell.
const NEVER_JSON = /^[\s[{(]*'/;
const NO_JSON_START = /^\s*[^\s"{[\-\dtfn]/;

const NONE: readonly Leniency[] = [];

/**
 * Reads a value: strict JSON first, then JSON as people write it and Python literals.
 * @returns the value with every leniency it needed; none for strict JSON
 */
export function readLenient(text: string): LenientResult {
  if (NEVER_JSON.test(text)) return readLiteral(text, 'python');
  if (NO_JSON_START.test(text)) return readLiteral(text, dialectOf(text));
  const strict = tryJson(text);
  if (!strict) return readLiteral(text, dialectOf(text));
  return { ok: true, value: strict.value, leniencies: NONE };
}

/**
 * Reads a row on its own lines like `read`. One copied out of a list still has the comma after it,
 * one out of a program a semicolon, the last one out of a terminal a percent sign: a leniency, too.
 */
export function readRowText(text: string, read: ReadValue = readLenient): LenientResult {
  const reading = read(text);
  if (reading.ok) return reading;
  const mark = /[,;%]\s*$/.exec(text);
  if (!mark) return reading;
  const at = mark.index;
  const row = read(text.slice(0, at));
  if (!row.ok) return reading;
  const kind = mark[0].startsWith(',') ? 'trailing_commas' : 'end_marks';
  return { ...row, leniencies: [...row.leniencies, { kind, name: '', count: 1, at }] };
}

/**
 * Reads a value like {@link readLenient} and notes `duplicate_keys`, of which the last counts, and
 * numbers `beyond_range`, which strict parsing passes over.
 */
export function readNoting(text: string, reading = readLenient(text)): LenientResult {
  if (!reading.ok || reading.leniencies.length > 0) return reading;
  const keys = countKeys(reading.value, COUNTED_LEVELS);
  return { ...reading, leniencies: findOmitted(text, keys) };
}

// Deeper values are refused anyway.
const COUNTED_LEVELS = 1000;

/**
 * Finds what strict parsing passes over: keys that an object has twice, and numbers beyond the
 * range of numbers. Costs a search for colons, and a second reading where there may be some. `keys`
 * is what countKeys says, negative where it was not counted.
 */
export function findOmitted(text: string, keys: number): readonly Leniency[] {
  if (keys <= 0 || countColons(text) === keys) return NONE;
  const literal = readLiteral(text, 'json');
  return literal.ok ? literal.leniencies : NONE;
}

/** Counts colons after a text; -1 when a space is between, as JSON seldom has it. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === 34) {
      // after an escaped quote it is inside a text, as in JSON written as text
      let slashes = 0;
      while (text.charCodeAt(at - 2 - slashes) === 92) slashes++;
      if (slashes % 2 === 0) count++;
    } else if (before === 32 && text.charCodeAt(at - 2) === 34) return -1;
  }
  return count;
}
