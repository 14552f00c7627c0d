import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from './json-value.ts';
import { keysOf, type Keys } from './keys.ts';
import { tryJson } from './parse-json.ts';

/** A value that may be missing. */
export type Maybe = JsonValue | undefined;

/** The value of the first key that is neither absent nor null; undefined without one. */
export function pick(value: Maybe, ...keys: readonly string[]): Maybe {
  return pickWhere(value, keys, isThere);
}

/** The first non-empty text under some keys. */
export function pickText(value: Maybe, ...keys: readonly string[]): string | undefined {
  return pickWhere(value, keys, isFilledText);
}

/** The first list under some keys; it may be empty. */
export function pickList(
  value: Maybe,
  ...keys: readonly string[]
): readonly JsonValue[] | undefined {
  return pickWhere(value, keys, isJsonList);
}

/** The first object under some keys; it may be empty. */
export function pickObject(value: Maybe, ...keys: readonly string[]): JsonObject | undefined {
  return pickWhere(value, keys, isJsonObject);
}

/** Keys that many objects are asked for: those with the same keys are looked through once. */
type Among = (keys: Keys) => readonly string[];

/** Like {@link pick}, of keys from `among`. */
export function pickAmong(value: Maybe, keys: Among): Maybe {
  return isJsonObject(value) ? pickWhere(value, keys(keysOf(value)), isThere) : undefined;
}

/** Like {@link pickText}, of keys from `among`. */
export function pickTextAmong(value: Maybe, keys: Among): string | undefined {
  return isJsonObject(value) ? pickWhere(value, keys(keysOf(value)), isFilledText) : undefined;
}

/** The first number ≥ 0, or its text, under some keys. */
export function pickAmount(value: Maybe, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const amount = amountOf(pick(value, key));
    if (amount !== undefined) return amount;
  }
  return undefined;
}

/** Parses a number ≥ 0 or its text; undefined for anything else. */
export function amountOf(value: Maybe): number | undefined {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const isDigits = typeof value === 'string' && value.trim() !== '';
  const amount = isNumber || isDigits ? Number(value) : NaN;
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/** Whether a value is an object with one of some keys. */
export function hasKey(value: Maybe, ...keys: readonly string[]): value is JsonObject {
  if (isJsonObject(value)) for (const key of keys) if (Object.hasOwn(value, key)) return true;
  return false;
}

/** Returns an object without the keys that are null. */
export function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** Returns an object without the keys that are undefined. */
export function withoutUndefined<T extends object>(
  object: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Levels of JSON text within JSON text that occur in practice. */
const ENCODED_LEVELS = 2;

/** Parses a text, strictly or with tolerances. */
type ReadText = (
  text: string,
) => { readonly ok: true; readonly value: JsonValue } | { readonly ok: false } | undefined;

/** Parses a list or object written as JSON text, at most twice over; other values are returned. */
export function unwrapEncoded(value: JsonValue, read?: ReadText): JsonValue;
/** Parses a list or object written as JSON text, at most twice over; other values are returned. */
export function unwrapEncoded(value: Maybe, read?: ReadText): Maybe;
export function unwrapEncoded(value: Maybe, read: ReadText = tryJson): Maybe {
  let inner = value;
  for (let level = 0; level < ENCODED_LEVELS && typeof inner === 'string'; level++) {
    const reading = /^\s*[[{"]/.test(inner) ? read(inner) : undefined;
    if (!reading?.ok) break;
    inner = reading.value;
  }
  return typeof inner === 'object' ? inner : value;
}

const isThere = (value: Maybe): value is JsonValue => value !== undefined && value !== null;

function isFilledText(value: Maybe): value is string {
  return typeof value === 'string' && value !== '';
}

function pickWhere<T extends JsonValue>(
  value: Maybe,
  keys: readonly string[],
  isWanted: (item: Maybe) => item is T,
): T | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const key of keys) {
    const item = ownValue(value, key);
    if (isWanted(item)) return item;
  }
  return undefined;
}
