/** Checks whether an unknown value has a type. */
export type Guard<T> = (value: unknown) => value is T;

/** Accepts text. */
export const isText: Guard<string> = (value) => typeof value === 'string';

/** Accepts numbers, NaN and infinities included. */
export const isNumber: Guard<number> = (value) => typeof value === 'number';

/** Accepts whole numbers from 0. */
export const isCount: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Accepts null besides what another guard accepts. */
export function isNullOr<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

/** Accepts a property that may be absent; for use within {@link isShape}. */
export function isOptional<T>(guard: Guard<T>): Guard<T> {
  return (value): value is T => value === undefined || guard(value);
}

/** Accepts a few values. */
export function isOneOf<const T>(options: readonly T[]): Guard<T> {
  return (value): value is T => (options as readonly unknown[]).includes(value);
}

/** Accepts what one of some guards accepts. */
export function isEither<T extends readonly unknown[]>(
  ...guards: { readonly [K in keyof T]: Guard<T[K]> }
): Guard<T[number]> {
  return (value): value is T[number] => guards.some((guard) => guard(value));
}

/** Accepts lists. */
export function isListOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

/** Accepts objects of a class. */
export function isInstanceOf<T>(type: new (...args: never[]) => T): Guard<T> {
  return (value): value is T => value instanceof type;
}

/** Accepts objects that have some of the known keys and no other. */
export function isMapOf<K extends string, T>(
  keys: readonly K[],
  guard: Guard<T>,
): Guard<Readonly<Partial<Record<K, T>>>> {
  const isKey = isOneOf(keys);
  return (value): value is Readonly<Partial<Record<K, T>>> =>
    isObject(value) && Object.entries(value).every(([key, item]) => isKey(key) && guard(item));
}

/** Accepts objects whose values are texts. */
export const isTexts: Guard<Readonly<Record<string, string>>> = (
  value,
): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);

/** Accepts objects with certain properties; others are ignored. */
export function isShape<T extends object>(guards: {
  readonly [K in keyof T]-?: Guard<T[K]>;
}): Guard<T> {
  const entries = Object.entries<Guard<unknown>>(guards);
  return (value): value is T =>
    isObject(value) && entries.every(([key, guard]) => guard(value[key]));
}

/**
 * Accepts objects with certain properties of a type: the others are checked where they are used.
 */
export function isPartOf<T extends object>(guards: {
  readonly [K in keyof T]?: Guard<T[K]>;
}): Guard<T> {
  return isShape<object>(guards) as Guard<T>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
