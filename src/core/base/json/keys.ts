import type { JsonObject } from './json-value.ts';

const MAX_NAMES = 5000;
const MAX_LENGTH = 100;

/** Caches a function of names: every record of a file has the same keys. */
export function perName<T>(tell: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (name.length > MAX_LENGTH) return tell(name);
    if (!known.has(name)) {
      if (known.size >= MAX_NAMES) known.clear();
      known.set(name, tell(name));
    }
    return known.get(name) as T;
  };
}

/** The form in which names are compared: `tool_result`, `toolResult` and `Tool-Result` are equal. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A key in the form in which keys are compared. */
export const foldKey = perName(fold);

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

/** Finds those of some keys that an object has, in the order given. */
export const among = (...list: readonly string[]): ((keys: Keys) => readonly string[]) =>
  perKeys((names) => list.filter((key) => names.includes(key)));

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
