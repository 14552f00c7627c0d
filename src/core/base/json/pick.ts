import {
  isFigure,
  isJsonList,
  isJsonObject,
  numberIn,
  ownValue,
  type JsonObject,
  type JsonValue,
} from './json-value.ts';
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

/** Like {@link pick}, under some words in any spelling. */
export function find(value: Maybe, words: readonly string[]): Maybe {
  return isJsonObject(value) ? pickWhere(value, keysOf(value).under(words), isThere) : undefined;
}

/** Like {@link pickText}, under some words in any spelling. */
export function findText(value: Maybe, words: readonly string[]): string | undefined {
  return isJsonObject(value)
    ? pickWhere(value, keysOf(value).under(words), isFilledText)
    : undefined;
}

/** The first text or number under some words in any spelling, as text. */
export function findPlain(value: Maybe, words: readonly string[]): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const plain = pickWhere(value, keysOf(value).under(words), isPlain);
  return plain === undefined ? undefined : String(plain);
}

/** Whether a value is an object with a key for one of some words, in any spelling. */
export function hasWord(value: Maybe, words: readonly string[]): value is JsonObject {
  return isJsonObject(value) && keysOf(value).under(words).length > 0;
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
  const amount = numberIn(value);
  return isFigure(amount) && amount >= 0 ? amount : undefined;
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

const isPlain = (value: Maybe): value is string | number =>
  isFilledText(value) || typeof value === 'number';

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

const MAX_NAMES = 5000;
const MAX_LENGTH = 100;

/** Caches a function of names: every record of a file has the same keys. */
export function perName<T>(tell: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (name.length > MAX_LENGTH) return tell(name);
    const before = known.get(name);
    if (before !== undefined || known.has(name)) return before as T;
    if (known.size >= MAX_NAMES) known.clear();
    const told = tell(name);
    known.set(name, told);
    return told;
  };
}

/** The form in which names are compared: `tool_result`, `toolResult` and `Tool-Result` are equal. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A key in the form in which keys are compared. */
export const foldKey = perName(fold);

/** The words of a text, as keys are compared. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/).map(fold);

/** The meaning of an object's keys; computed once for all objects with the same keys. */
export class Keys {
  readonly names: readonly string[];
  /** Cached results of {@link perKeys}. */
  readonly known: unknown[] = [];
  readonly #under = new Map<readonly string[], readonly string[]>();
  #words: ReadonlyMap<string, string> | undefined;

  constructor(names: readonly string[]) {
    this.names = names;
  }

  has(word: string): boolean {
    return this.#byWord().has(word);
  }

  get(word: string): string | undefined {
    return this.#byWord().get(word);
  }

  /** The keys under some words, in the order of the words. */
  under(list: readonly string[]): readonly string[] {
    let keys = this.#under.get(list);
    if (!keys) {
      keys = list.flatMap((word) => this.get(word) ?? []);
      this.#under.set(list, keys);
    }
    return keys;
  }

  /** The keys by their folded names; of two with the same folded name the first. */
  #byWord(): ReadonlyMap<string, string> {
    this.#words ??= new Map(this.names.toReversed().map((key) => [foldKey(key), key]));
    return this.#words;
  }
}

let cacheCount = 0;

/** Caches a function of an object's keys, for all objects with the same keys. */
export function perKeys<T>(tell: (names: readonly string[]) => T): (keys: Keys) => T {
  const place = cacheCount++;
  return ({ names, known }) => (known[place] ??= tell(names)) as T;
}

/** Whether one of some keys is among those of an object. */
export const oneOf =
  (...own: readonly string[]) =>
  (names: readonly string[]): boolean =>
    names.some((name) => own.includes(name));

/** Lists of keys with a common beginning. */
interface KeyLists {
  keys?: Keys;
  readonly longer: Map<string, KeyLists>;
}

const MAX_LISTS = 5000;
const MAX_KEYS = 50;
let lists: KeyLists = { longer: new Map() };
let listCount = 0;
let lastObject: JsonObject | undefined;
let lastKeys = new Keys([]);

/** The keys of an object, cached by the keys and their order. */
export function keysOf(object: JsonObject): Keys {
  // what is read of an object is asked for one after the other
  if (object !== lastObject) {
    lastKeys = findKeys(object);
    lastObject = object;
  }
  return lastKeys;
}

function findKeys(object: JsonObject): Keys {
  let place = lists;
  let count = 0;
  for (const key in object) {
    let next = place.longer.get(key);
    if (++count > MAX_KEYS) return new Keys(Object.keys(object));
    if (!next) {
      next = { longer: new Map() };
      if (++listCount > MAX_LISTS) {
        listCount = 0;
        lists = { longer: new Map() };
      }
      place.longer.set(key, next);
    }
    place = next;
  }
  return (place.keys ??= new Keys(Object.keys(object)));
}
