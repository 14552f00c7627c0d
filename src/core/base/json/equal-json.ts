import { isJsonList, isJsonNumber, type JsonObject, type JsonValue } from './json-value.ts';

/**
 * Whether two JSON values are equal as the reference service compares tool inputs: key order is
 * free at every depth, list order counts, `23` equals `23.0`, no type equals another. Texts are
 * compared by code units. The reader caps nesting.
 */
export function isJsonEqual(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' || typeof b === 'bigint')
    return isJsonNumber(a) && isJsonNumber(b) && a == b;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return typeof a === 'number' && typeof b === 'number' && Number.isNaN(a) && Number.isNaN(b);
  }
  if (isJsonList(a)) return isJsonList(b) && isListEqual(a, b);
  return !isJsonList(b) && isObjectEqual(a, b);
}

function isListEqual(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!isJsonEqual(a[i] as JsonValue, b[i] as JsonValue)) return false;
  }
  return true;
}

function isObjectEqual(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    // hasOwn: otherwise {"__proto__": {}} would equal {"x": 1}
    if (!Object.hasOwn(b, key)) return false;
    if (!isJsonEqual(a[key] as JsonValue, b[key] as JsonValue)) return false;
  }
  return true;
}

/** A text that is the same for equal values only. */
export function canonicalText(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (isJsonList(value)) return `[${value.map(canonicalText).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] as JsonValue)}`);
  return `{${members.join()}}`;
}
