/** A JSON value. Integers beyond 2^53 are `bigint`, so that none is rounded. */
export type JsonValue =
  null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** A JSON object; keys are data and may be any string, `__proto__` included. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A value's JSON type, as causes and filters name it; {@link describeType} is for people. */
export type JsonType = 'null' | 'boolean' | 'number' | 'text' | 'list' | 'object';

/** The word for a type, as shown to the user; other words are returned as they are. */
export function describeType(type: string): string {
  return type === 'text' ? 'string' : type;
}

/** The word for a type with its article: `a string`, `an object`, `null`. */
export function aType(type: string): string {
  const word = describeType(type);
  if (word === 'null') return word;
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}

/** Names the JSON type of a value; `number` for a `bigint` too. */
export function jsonTypeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'list';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'text';
    case 'object':
      return 'object';
    default:
      return 'number';
  }
}

/** Whether a value is a list. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether a value is an object: neither null nor a list. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a number, however long. */
export function isJsonNumber(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The number of a value, which may be text as in CSV; NaN for anything else. */
export function numberIn(value: JsonValue | undefined): number {
  if (isJsonNumber(value)) return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** Whether a number can be averaged: the squares of larger ones overflow. */
export function isFigure(value: number): boolean {
  return Math.abs(value) <= 1e100;
}

/** Reads an object’s own property, never one of its prototype; undefined without it. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  const value = object[key];
  return value === undefined || Object.hasOwn(object, key) ? value : undefined;
}

/** Writes an object's own property, `__proto__` included; never touches a prototype. */
export function setOwn(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else {
    const field = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, key, field);
  }
}

/** Whether a value nests deeper than so many levels; a scalar has none, `[]` has one. */
export function isDeeperThan(value: JsonValue, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (isJsonList(value)) {
    for (const item of value) {
      if (typeof item === 'object' && isDeeperThan(item, limit - 1)) return true;
    }
    return false;
  }
  for (const key in value) {
    const item = value[key];
    if (typeof item === 'object' && isDeeperThan(item, limit - 1)) return true;
  }
  return false;
}

/**
 * Counts the keys of all objects in a value: Infinity when a number is out of range, −1 when it
 * nests deeper than `limit` levels (a scalar has none, `[]` has one).
 */
export function countKeys(value: JsonValue, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit === 0) return -1;
  let count = 0;
  if (isJsonList(value)) {
    for (const item of value) {
      if (item === Infinity || item === -Infinity) count = Infinity;
      if (typeof item !== 'object') continue;
      const inner = countKeys(item, limit - 1);
      if (inner < 0) return -1;
      count += inner;
    }
    return count;
  }
  for (const key in value) {
    count++;
    const item = value[key];
    if (item === Infinity || item === -Infinity) count = Infinity;
    if (typeof item !== 'object') continue;
    const inner = countKeys(item, limit - 1);
    if (inner < 0) return -1;
    count += inner;
  }
  return count;
}

/** Levels of nesting allowed in a row; deeper values break structured clone and IndexedDB. */
export const DEPTH_LIMIT = 200;

/** Whether a cell is absent, null or text of spaces only. */
export function isBlank(cell: JsonValue | undefined): cell is undefined | null | '' {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

/** Whether a text is a null value of databases and languages: `NULL`, `nil`, `N/A`. */
export function isNoValueWord(text: string): boolean {
  return /^\s*(?:[(<]?null[)>]?|<?n\/?a>?|#n\/a|nan|nat|nil|none|undefined)\s*$/i.test(text);
}

/** Whether a cell of calls records nothing: it is blank, NaN, or a null value. `none` records that no call was made. */
export function isUnrecorded(cell: JsonValue | undefined): boolean {
  if (typeof cell === 'string' && cell.trim() !== 'none' && isNoValueWord(cell)) return true;
  return isBlank(cell) || Number.isNaN(cell);
}
