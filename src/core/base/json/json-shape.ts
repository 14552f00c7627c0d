import * as v from 'valibot';
import type { JsonValue } from './json-value.ts';

/** The readonly type of values that a schema accepts. */
export type Shape<S extends v.GenericSchema> = Fixed<v.InferOutput<S>>;

/** JSON is readonly already, and recursive. */
type Fixed<T> = [JsonValue] extends [T] ? T : FixedParts<T>;
type FixedParts<T> = T extends Blob | ArrayBufferView
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;

/** A whole number from 0. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A list of 32-bit whole numbers. */
export const integers: v.GenericSchema<Uint32Array> = v.instance(Uint32Array);

/** A list of texts, checked at once: it may have one for each row. */
export const texts = v.custom<readonly string[]>(
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'Expected a list of strings.',
);

/**
 * An object, not a list; for objects without required properties, where `v.object` accepts lists.
 */
export const plainObject = v.custom<object>(isObject);

/** An object whose values all match a schema. */
export function tableOf<const S extends v.GenericSchema>(item: S) {
  return v.custom<Readonly<Record<string, v.InferOutput<S>>>>(
    (value) => isObject(value) && Object.values(value).every((one) => v.is(item, one)),
  );
}

/** An object with some of the known keys, and no others. */
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

/** An object of which only some properties are checked here. */
export function partOf<T extends object>(properties: {
  readonly [K in keyof T]?: v.GenericSchema;
}) {
  const part = v.object(properties as v.ObjectEntries);
  return v.custom<T>((value) => isObject(value) && v.is(part, value));
}

/**
 * An object with certain properties and no others. Each unknown property is an issue; a missing one
 * has the message of a wrong value.
 * @param guess says which property is probably meant by an unknown one
 */
export function exactly<const E extends v.ObjectEntries>(
  entries: E,
  reason: string,
  guess: (key: string, names: readonly string[]) => string = () => '',
) {
  const names = Object.keys(entries);
  const ofMissing = (issue: v.BaseIssue<unknown>): string => {
    const entry = entries[String(issue.path?.[0].key)] as Pick<typeof issue, 'message'> | undefined;
    const message = entry?.message as v.ErrorMessage<typeof issue> | undefined;
    return (typeof message === 'function' ? message(issue) : message) ?? reason;
  };
  return v.pipe(
    v.custom<object>(isObject, reason),
    v.looseObject(entries, ofMissing) as unknown as v.ObjectSchema<E, undefined>,
    v.rawCheck(({ dataset: { value }, addIssue }) => {
      const input = value as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(input).filter((one) => !names.includes(one)))
        addIssue({
          message: `is not known here${guess(key, names)}; known are ${names.join(', ')}`,
          path: [{ type: 'object', origin: 'key', input, key, value: input[key] }],
        });
    }),
  );
}

/** Whether an issue is about a property that {@link exactly} does not know. */
export function isUnknownKey({ path }: v.BaseIssue<unknown>): boolean {
  const last = path?.at(-1);
  return last?.origin === 'key' && Object.hasOwn(last.input as object, last.key as PropertyKey);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
