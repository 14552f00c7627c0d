import * as v from 'valibot';
import type { JsonValue } from './json-value.ts';

/** The type that follows from a schema; nobody changes what was checked. */
export type Shape<S extends v.GenericSchema> = Fixed<v.InferOutput<S>>;

/** JSON of any shape is fixed as it is, and endless. */
type Fixed<T> = [JsonValue] extends [T] ? T : FixedParts<T>;
type FixedParts<T> = T extends Blob | ArrayBufferView
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;

/** Whole numbers from 0. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Arrays of whole numbers in 32 bits. */
export const integers: v.GenericSchema<Uint32Array> = v.instance(Uint32Array);

/** Lists of texts, checked in one step: there may be a text for each row. */
export const texts = v.custom<readonly string[]>(
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'Expected a list of strings.',
);

/** Objects, not lists: for those without properties that must be there, which `v.object` finds in a list. */
export const plainObject = v.custom<object>(isObject);

/** Objects whose values are all of a shape; lists are none. */
export function tableOf<const S extends v.GenericSchema>(item: S) {
  return v.custom<Readonly<Record<string, v.InferOutput<S>>>>(
    (value) => isObject(value) && Object.values(value).every((one) => v.is(item, one)),
  );
}

/** Objects that have some of the known keys and no other. */
export function mapOf<K extends string, const S extends v.GenericSchema>(
  keys: readonly K[],
  item: S,
) {
  const table = tableOf(item);
  const isKey = (key: string): boolean => keys.some((known) => known === key);
  return v.custom<Readonly<Partial<Record<K, v.InferOutput<S>>>>>(
    (value) => v.is(table, value) && Object.keys(value).every(isKey),
  );
}

/** Objects of a type with certain properties; the others are checked where they are used. */
export function partOf<T extends object>(properties: {
  readonly [K in keyof T]?: v.GenericSchema;
}) {
  const part = v.object(properties as v.ObjectEntries);
  return v.custom<T>((value) => isObject(value) && v.is(part, value));
}

/**
 * Objects with certain properties and no other: each that is not known is an issue of its own, and
 * one that is missing is answered as another value in its place.
 */
export function exactly<const E extends v.ObjectEntries>(entries: E, reason: string) {
  const unknown = `is not known here; known are ${Object.keys(entries).join(', ')}`;
  const ofMissing = (issue: v.BaseIssue<unknown>): string => {
    const entry = entries[String(issue.path?.[0].key)] as Pick<typeof issue, 'message'> | undefined;
    const message = entry?.message as v.ErrorMessage<typeof issue> | undefined;
    return (typeof message === 'function' ? message(issue) : message) ?? reason;
  };
  const known = v.objectWithRest(entries, v.never(unknown), ofMissing);
  return v.pipe(
    v.custom<object>(isObject, reason),
    known as unknown as v.ObjectSchema<E, undefined>,
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
