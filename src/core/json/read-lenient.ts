import type { Leniency } from '#core/literals/leniency.ts';
import { dialectOf, readLiteral } from '#core/literals/read-literal.ts';
import { isJsonList, type JsonValue } from './json-value.ts';
import { readJson } from './parse-json.ts';

/** What reading a text gave: the value and what was lenient about it, or where and why it stopped. */
export type LenientReading =
  | { readonly ok: true; readonly value: JsonValue; readonly leniencies: readonly Leniency[] }
  | { readonly ok: false; readonly column: number; readonly reason: string };

const NONE: readonly Leniency[] = [];

/**
 * Reads a value: strict JSON first, then JSON as people write it and Python literals.
 * @param text one value
 * @returns the value with every leniency it needed; none for strict JSON. A failure is that of the
 * reader that came further.
 */
export function readLenient(text: string): LenientReading {
  const strict = readJson(text);
  if (strict.ok) return { ok: true, value: strict.value, leniencies: NONE };
  const literal = readLiteral(text, dialectOf(text));
  if (literal.ok) return literal;
  return literal.column > strict.column ? literal : strict;
}

/**
 * Reads a value like {@link readLenient} and notes keys that an object has twice, which strict
 * parsing passes over: the last one counts.
 * @param text one value
 * @returns the value, with `duplicate_keys` among the leniencies where there are any
 */
export function readNoting(text: string): LenientReading {
  const reading = readLenient(text);
  if (!reading.ok || reading.leniencies.length > 0 || !mayRepeatKeys(text, reading.value))
    return reading;
  const literal = readLiteral(text, 'json');
  if (!literal.ok) return reading;
  return { ...reading, leniencies: literal.leniencies };
}

/**
 * Tells quickly whether an object in a strict JSON text may have a key twice.
 * @param text the text
 * @param value its value
 * @returns false when certainly none has
 */
export function mayRepeatKeys(text: string, value: JsonValue): boolean {
  if (text.includes('" :')) return true;
  let colons = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) colons++;
  return colons > 0 && colons !== countKeys(value);
}

function countKeys(value: JsonValue): number {
  let keys = 0;
  const waiting = [value];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    const items = isJsonList(item) ? item : Object.values(item);
    if (!isJsonList(item)) keys += items.length;
    for (const inner of items) if (typeof inner === 'object') waiting.push(inner);
  }
  return keys;
}
