/** Checks whether an unknown value has a type. */
export type Guard<T> = (value: unknown) => value is T;

/** What a guard lets through: the guard is the schema, and the type follows from it. */
export type Shape<G> = G extends Guard<infer T> ? T : never;

type Guards = Readonly<Record<string, Guard<unknown>>>;

/** The objects whose properties pass some guards; one that may be absent may be undefined, too. */
type Fields<G extends Guards> = {
  readonly [K in keyof G as undefined extends Shape<G[K]> ? never : K]: Shape<G[K]>;
} & {
  readonly [K in keyof G as undefined extends Shape<G[K]> ? K : never]?: Shape<G[K]>;
};

/** The same type, its properties in one place. */
type Plain<T> = { [K in keyof T]: T[K] };

/** Accepts text. */
export const text: Guard<string> = (value) => typeof value === 'string';

/** Accepts true and false. */
export const flag: Guard<boolean> = (value) => typeof value === 'boolean';

/** Accepts numbers, NaN and infinities included. */
export const number: Guard<number> = (value) => typeof value === 'number';

/** Accepts whole numbers from 0. */
export const count: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Accepts null besides what another guard accepts. */
export function nullOr<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

/** Accepts a property that may be absent; for use within {@link shape}. */
export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

/** Accepts a few values. */
export function oneOf<const T>(options: readonly T[]): Guard<T> {
  return (value): value is T => (options as readonly unknown[]).includes(value);
}

/** Accepts what one of some guards accepts. */
export function either<T extends readonly unknown[]>(
  ...guards: { readonly [K in keyof T]: Guard<T[K]> }
): Guard<T[number]> {
  return (value): value is T[number] => guards.some((guard) => guard(value));
}

/** Accepts what a guard accepts and is as it should be besides. */
export function such<T>(guard: Guard<T>, isRight: (value: T) => boolean): Guard<T> {
  return (value): value is T => guard(value) && isRight(value);
}

/** Accepts lists. */
export function listOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

/** Accepts objects of a class. */
export function instanceOf<T>(type: new (...args: never[]) => T): Guard<T> {
  return (value): value is T => value instanceof type;
}

/** Accepts objects whose values all pass a guard. */
export function tableOf<T>(guard: Guard<T>): Guard<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(guard);
}

/** Accepts objects that have some of the known keys and no other. */
export function mapOf<K extends string, T>(
  keys: readonly K[],
  guard: Guard<T>,
): Guard<Readonly<Partial<Record<K, T>>>> {
  const isTable = tableOf(guard);
  const isKey = oneOf(keys);
  return (value): value is Readonly<Partial<Record<K, T>>> =>
    isTable(value) && Object.keys(value).every(isKey);
}

/** Accepts objects with certain properties, from which their type follows; others are ignored. */
export function record<const G extends Guards>(guards: G): Guard<Plain<Fields<G>>> {
  const entries = Object.entries(guards);
  return (value): value is Plain<Fields<G>> =>
    isObject(value) && entries.every(([key, guard]) => guard(value[key]));
}

/** Accepts objects of a type that stands elsewhere: a guard for each of its properties. */
export function shape<T extends object>(guards: {
  readonly [K in keyof T]-?: Guard<T[K]> | Guard<T[K] | undefined>;
}): Guard<T> {
  return record(guards as unknown as Guards) as unknown as Guard<T>;
}

/**
 * Accepts objects with certain properties of a type: the others are checked where they are used.
 */
export function partOf<T extends object>(guards: {
  readonly [K in keyof T]?: Guard<T[K]>;
}): Guard<T> {
  return record(guards as Guards) as unknown as Guard<T>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
