import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { readLenient } from '#core/json/read-lenient.ts';

const LEVELS = 2;

/**
 * Opens JSON text inside JSON text, up to two levels.
 * @param value any value
 * @returns the value inside, or the value itself where it is no text that begins like a list or an
 * object
 */
export function decodeText(value: JsonValue): JsonValue {
  let inner = value;
  for (let level = 0; level < LEVELS; level++) {
    if (typeof inner !== 'string' || !/^\s*["[{]/.test(inner)) break;
    const reading = readLenient(inner);
    if (!reading.ok) return value;
    inner = reading.value;
  }
  return typeof inner === 'string' ? value : inner;
}

const WRAPPERS = new Set([
  'data',
  'rows',
  'records',
  'items',
  'results',
  'samples',
  'examples',
  'instances',
  'traces',
  'spans',
  'observations',
  'runs',
  'events',
  'messages',
  'eval_cases',
  'dataset',
  'eval_dataset',
]);

/** A list and the key it stood under. */
export interface WrappedList {
  readonly key: string;
  readonly list: readonly JsonValue[];
}

/**
 * Finds the list of rows in an object that holds nothing else.
 * @param value any value
 * @returns the list of objects under the object's only key, if that is a usual one
 */
export function unwrapList(value: JsonValue | undefined): WrappedList | undefined {
  if (!isJsonObject(value)) return undefined;
  const [key, ...rest] = Object.keys(value);
  if (key === undefined || rest.length > 0 || !WRAPPERS.has(key)) return undefined;
  const list = ownValue(value, key);
  if (!isJsonList(list) || list.length === 0 || !list.every(isJsonObject)) return undefined;
  return { key, list };
}

/** The sides of a row, under the service's own names. */
const SIDES = ['predicted_trajectory', 'reference_trajectory'] as const;

/**
 * Tells a row of the playground from what frameworks write.
 * @param value any value
 * @returns whether it is an object with one of the service's own trajectory columns
 */
export function isPlainRow(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && SIDES.some((side) => Object.hasOwn(value, side));
}
