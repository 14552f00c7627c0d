import { canonicalText } from '#core/base/json/canonical-text.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { escapeKey, valueAt } from '#core/base/json/pointer.ts';

/** An argument that has, in every run, the value some other argument has. */
export interface SharedValue {
  /** The variable both are bound to. */
  readonly name: string;
  /** Where it stands: the call, by its index, and the names on the way to the argument. */
  readonly call: number;
  readonly path: readonly string[];
  /** Its values, one a run. */
  readonly values: readonly JsonValue[];
}

/** Arguments looked at in one call: more are data, not parameters. */
const MOST_PLACES = 200;

/**
 * Finds values that go from call to call: different ones from run to run, the same throughout a
 * run. Words and small numbers agree by chance and are passed over.
 * @param calls for each call its arguments in every run, all in the same order
 * @returns the places of all such values, those of one value under one name
 */
export function findSharedValues(calls: readonly (readonly JsonValue[])[]): SharedValue[] {
  const groups = new Map<string, Omit<SharedValue, 'name'>[]>();
  for (const [call, inputs] of calls.entries()) {
    for (const path of placesIn(inputs[0] ?? null)) {
      const values = inputs.map((input) =>
        valueAt(input, path.map((name) => `/${escapeKey(name)}`).join('')),
      );
      if (!values.every(isTelling)) continue;
      const texts = values.map(canonicalText);
      if (new Set(texts).size < 2) continue;
      const key = texts.join();
      groups.set(key, [...(groups.get(key) ?? []), { call, path, values }]);
    }
  }
  const names = new Set<string>();
  return [...groups.values()]
    .filter((places) => places.length > 1)
    .flatMap((places) => {
      const name = freeName(places[0]?.path.at(-1) ?? '', names);
      names.add(name);
      return places.map((place) => ({ name, ...place }));
    });
}

/** Paths of the texts and numbers in a value. */
function placesIn(value: JsonValue): string[][] {
  const places: string[][] = [];
  const walk = (inner: JsonValue, path: string[]): void => {
    if (places.length >= MOST_PLACES) return;
    if (isJsonList(inner))
      for (const [at, item] of inner.entries()) walk(item, [...path, String(at)]);
    else if (isJsonObject(inner))
      for (const [key, item] of Object.entries(inner)) walk(item, [...path, key]);
    else places.push(path);
  };
  walk(value, []);
  return places;
}

/** Whether a value names something, so that two calls that have it mean the same thing. */
function isTelling(value: JsonValue | undefined): value is JsonValue {
  if (typeof value === 'string')
    return value.length >= 3 && value.length <= 200 && /\d/.test(value);
  return typeof value === 'number' ? Number.isInteger(value) && Math.abs(value) >= 1000 : false;
}

function freeName(wish: string, taken: ReadonlySet<string>): string {
  const base = wish.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d|$)/, 'value');
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${String(number)}`;
  return name;
}
