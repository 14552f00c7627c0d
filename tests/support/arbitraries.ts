import fc from 'fast-check';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { call } from './build.ts';

/** Keys that collide often, and keys that hurt. */
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', '') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '\uE000', '"', '1'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
);

const longInteger = fc
  .bigInt({ min: -(10n ** 24n), max: 10n ** 24n })
  .filter((value) => value > 2n ** 53n || value < -(2n ** 53n));

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    0,
    1,
    '',
    '1',
    'a',
    23,
    '23',
    2 ** 53,
    1e300,
    Infinity,
  ),
  fc.integer(),
  // JSON writes −0 as 0
  fc.double({ noNaN: true }).map((number) => number + 0),
  fc.string({ unit: 'binary', maxLength: 8 }),
  longInteger,
);

/** Any JSON value, long integers and hostile keys included. */
export const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** The same value built anew, with the keys of every object in another order. */
export function reorderKeys(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reorderKeys);
  const entries = Object.entries(value as Record<string, JsonValue>);
  return Object.fromEntries(entries.reverse().map(([name, item]) => [name, reorderKeys(item)]));
}

/** Calls of few tools with few arguments, so that two lists share many. */
export const trajectory: fc.Arbitrary<Trajectory> = fc.array(
  fc
    .record({
      tool: fc.constantFrom('a', 'b', 'c'),
      input: fc.constantFrom<JsonValue>({}, { x: 1 }, { x: 2 }, [1]),
    })
    .map(({ tool, input }) => call(tool, input)),
  { maxLength: 9 },
);

/** A trajectory with at least one call. */
export const filledTrajectory = trajectory.filter((list) => list.length > 0);

/** A text cut at random places. */
export function cutsOf(text: string): fc.Arbitrary<string[]> {
  return fc.array(fc.nat({ max: text.length }), { maxLength: 12 }).map((places) => {
    const cuts = [0, ...places.sort((a, b) => a - b), text.length];
    return cuts.slice(1).map((to, index) => text.slice(cuts[index], to));
  });
}
