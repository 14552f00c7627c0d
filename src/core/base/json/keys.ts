import type { JsonObject } from './json-value.ts';
import { perName } from './per-name.ts';

/** A name as it is compared: `tool_result`, `toolResult` and `Tool-Result` are one. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A key as it is compared. */
export const foldKey = perName(fold);

/** What the keys of an object say; worked out once for all objects with the same keys. */
export class Keys {
  /** The keys by their folded names; of two that fold alike the first. */
  readonly #words = new Map<string, string>();
  readonly #under = new Map<readonly string[], readonly string[]>();
  /** What others know of an object by its keys. */
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

/** Works out what the keys of objects say once for all that have the same. */
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

/** Lists of keys that begin alike. */
interface KeyLists {
  keys?: Keys;
  readonly longer: Map<string, KeyLists>;
}

const MAX_LISTS = 5000;
const MAX_KEYS = 50;
let lists: KeyLists = { longer: new Map() };
let listCount = 0;

/** What the keys of an object say. */
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
