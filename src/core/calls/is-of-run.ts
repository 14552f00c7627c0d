import { snakeCase } from '#core/dataset/column-names.ts';
import type { JsonObject } from '#core/json/json-value.ts';

const RUN_KEY =
  /^(?:prompt|question|query|user_input|instruction)$|^(?:expected|reference|ground_truth|golden|gold)_/;

/**
 * Tells a row with one call in it from the call: only of a run it is said what was asked or expected.
 * @param value an object that has a tool's name and arguments
 * @returns whether some key says so
 */
export function isOfRun(value: JsonObject): boolean {
  return Object.keys(value).some((key) => RUN_KEY.test(snakeCase(key)));
}

const CASES = new Set('cases examples samples scenarios tests tasks goldens questions'.split(' '));

/**
 * Tells a list of cases, which may have a name and an input as calls do, by what it is called.
 * @param key the key or the column of the list
 * @returns whether its items are no calls, whatever they look like
 */
export function namesCases(key: string): boolean {
  return CASES.has(snakeCase(key).split('_').at(-1) ?? '');
}
