import type { JsonObject } from './json-value.ts';
import { perName } from './per-name.ts';

/** The form in which names are compared: `tool_result`, `toolResult` and `Tool-Result` are equal. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A key in the form in which keys are compared. */
export const foldKey = perName(fold);

/** The meaning of an object's keys; computed once for all objects with the same keys. */
export class Keys {
  /** The keys by their folded names; of two with the same folded name the first. */
  readonly #words = new Map<string, string>();
  readonly #under = new Map<readonly string[], readonly string[]>();
  /** Cached results of {@link perKeys}. */
  readonly known = new Map<unknown, unknown>();
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
    for (const key of names) {
      const word = foldKey(key);
      if (!this.#words.has(word)) this.#words.set(word, key);
    }
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  get(word: string): string | undefined {
    return this.#words.get(word);
  }

  /** The keys under some words, in the order of the words. */
  under(list: readonly string[]): readonly string[] {
    let keys = this.#under.get(list);
    if (!keys) {
      keys = list.flatMap((word) => this.#words.get(word) ?? []);
      this.#under.set(list, keys);
    }
    return keys;
  }
}

/** Caches a function of an object's keys, for all objects with the same keys. */
export function perKeys<T>(tell: (names: readonly string[]) => T): (keys: Keys) => T {
  return ({ names, known }) => {
    if (!known.has(tell)) known.set(tell, tell(names));
    return known.get(tell) as T;
  };
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

/** The keys of an object, cached by the keys and their order. */
export function keysOf(object: JsonObject): Keys {
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
