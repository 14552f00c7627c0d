import { canonicalText } from '#core/base/json/canonical-text.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { joinTexts } from './join-texts.ts';

/** So many numbers are listed one by one; more are a range. */
const NUMBERS_LISTED = 3;
/** An object with more keys than that has data for keys. */
const MOST_KEYS = 50;

/**
 * Writes the narrowest pattern this learner knows that several values match. The order of the
 * values does not matter, and more of them never make it match fewer.
 * @param values one or more
 * @param hold writes a place where all values have an argument of their own instead, see
 * shared-values.ts; undefined for places that are joined
 * @returns a pattern; a single value is written as it is, escaped where it looks like a pattern
 */
export function joinValues(
  values: readonly JsonValue[],
  hold: (path: readonly string[]) => JsonValue | undefined = () => undefined,
  path: readonly string[] = [],
): JsonValue {
  const held = hold(path);
  if (held !== undefined) return held;
  const byText = new Map(values.map((value) => [canonicalText(value), value]));
  const distinct = [...byText.keys()].sort().map((text) => byText.get(text) as JsonValue);
  if (distinct.length === 1) return literalPattern(values[0] as JsonValue);
  const lists = distinct.filter(isJsonList);
  const objects = distinct.filter(isJsonObject);
  const patterns = [
    ...distinct.filter((value) => value === null || typeof value === 'boolean'),
    ...joinNumbers(distinct.filter(isNumber)),
    ...joinTexts(distinct.filter((value) => typeof value === 'string')),
    ...(lists.length > 0 ? [joinLists(lists, hold, path)] : []),
    ...(objects.length > 0 ? [joinObjects(objects, hold, path)] : []),
  ];
  const [only] = patterns;
  return patterns.length === 1 && only !== undefined ? only : { $any: patterns };
}

/** Writes a value so that it is read as itself, whatever its keys. */
export function literalPattern(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(literalPattern);
  if (!isJsonObject(value)) return value;
  if (looksLikePattern(value)) return { $literal: value };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, literalPattern(item)]),
  );
}

/** Any key with a dollar, so that patterns yet to be invented do no harm. */
function looksLikePattern(value: JsonObject): boolean {
  const [key, ...others] = Object.keys(value);
  return key !== undefined && others.length === 0 && key.startsWith('$');
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function joinNumbers(numbers: readonly (number | bigint)[]): JsonValue[] {
  if (numbers.length <= NUMBERS_LISTED) return [...numbers].sort((a, b) => (a < b ? -1 : 1));
  // a range between numbers that JSON cannot write, or not exactly, would be another one
  if (!numbers.every((number) => typeof number === 'number' && Number.isFinite(number)))
    return [{ $type: 'number' }];
  const sorted = (numbers as readonly number[]).toSorted((a, b) => a - b);
  return [{ $range: { min: sorted[0] as number, max: sorted.at(-1) as number } }];
}

type Hold = (path: readonly string[]) => JsonValue | undefined;

function joinLists(
  lists: readonly (readonly JsonValue[])[],
  hold: Hold,
  path: readonly string[],
): JsonValue {
  const [first = []] = lists;
  if (lists.length === 1) return literalPattern(first);
  if (lists.some(({ length }) => length !== first.length)) return { $type: 'array' };
  return first.map((_, place) =>
    joinValues(
      lists.map((list) => list[place] as JsonValue),
      hold,
      [...path, String(place)],
    ),
  );
}

function joinObjects(
  objects: readonly JsonObject[],
  hold: Hold,
  path: readonly string[],
): JsonValue {
  const [first = {}] = objects;
  if (objects.length === 1) return literalPattern(first);
  if (objects.some(looksLikePattern)) return { $type: 'object' };
  const keys = keysOf(objects);
  if (keys.length > MOST_KEYS) return { $type: 'object' };
  return Object.fromEntries(
    keys.map((key) => {
      const values = objects.flatMap((object) => {
        const value = ownValue(object, key);
        return value === undefined ? [] : [value];
      });
      const pattern = joinValues(values, hold, [...path, key]);
      return [key, values.length === objects.length ? pattern : { $optional: pattern }];
    }),
  );
}

/** The keys of all, about where they stand in each; the order of the objects does not matter. */
function keysOf(objects: readonly JsonObject[]): string[] {
  const places = new Map<string, { sum: number; count: number }>();
  for (const object of objects) {
    for (const [place, key] of Object.keys(object).entries()) {
      const known = places.get(key) ?? { sum: 0, count: 0 };
      places.set(key, { sum: known.sum + place, count: known.count + 1 });
    }
  }
  const meanOf = (key: string): number => {
    const { sum, count } = places.get(key) ?? { sum: 0, count: 1 };
    return sum / count;
  };
  return [...places.keys()].sort((a, b) => meanOf(a) - meanOf(b) || (a < b ? -1 : 1));
}
