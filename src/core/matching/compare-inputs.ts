import { isJsonEqual } from '#core/json/equal-json.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { maximumMatching } from './maximum-matching.ts';
import type { ArgumentRule } from './rules.ts';

/**
 * Tells whether prepared arguments match under a rule with tolerances or with subsets. Not
 * symmetric, and matching a third one does not carry over.
 * @param made the arguments made
 * @param expected the arguments expected
 * @param rule the rule
 * @returns whether they match
 */
export function isInputMatch(made: JsonValue, expected: JsonValue, rule: ArgumentRule): boolean {
  if (isNumber(made) && isNumber(expected)) return isNear(made, expected, rule);
  if (isJsonList(made) && isJsonList(expected)) return isListMatch(made, expected, rule);
  if (isJsonObject(made) && isJsonObject(expected)) return isObjectMatch(made, expected, rule);
  return isJsonEqual(made, expected);
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isNear(made: number | bigint, expected: number | bigint, rule: ArgumentRule): boolean {
  if (isJsonEqual(made, expected)) return true;
  const { absoluteTolerance = 0, relativeTolerance = 0 } = rule;
  if (absoluteTolerance <= 0 && relativeTolerance <= 0) return false;
  const distance = distanceOf(made, expected);
  if (!Number.isFinite(distance)) return false;
  return (
    distance <= absoluteTolerance || distance <= relativeTolerance * Math.abs(Number(expected))
  );
}

/** Long integers are taken apart exactly: as floats they may look the same. */
function distanceOf(a: number | bigint, b: number | bigint): number {
  const isExact = isWhole(a) && isWhole(b);
  const distance = isExact ? Number(BigInt(a) - BigInt(b)) : Number(a) - Number(b);
  return Math.abs(distance);
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function isListMatch(
  made: readonly JsonValue[],
  expected: readonly JsonValue[],
  rule: ArgumentRule,
): boolean {
  if (made.length !== expected.length) return false;
  const isInPlace = made.every((item, i) => isInputMatch(item, expected[i] as JsonValue, rule));
  if (isInPlace || rule.ignoreListOrder !== true) return isInPlace;
  const places = made.map((item) => {
    const found: number[] = [];
    for (let i = 0; i < expected.length; i++) {
      if (isInputMatch(item, expected[i] as JsonValue, rule)) found.push(i);
    }
    return found;
  });
  if (places.some((found) => found.length === 0)) return false;
  return maximumMatching(places, expected.length).every((place) => place >= 0);
}

function isObjectMatch(made: JsonObject, expected: JsonObject, rule: ArgumentRule): boolean {
  const madeNames = Object.keys(made);
  const expectedNames = Object.keys(expected);
  // the names of the smaller object must all be in the other one
  if (rule.mode !== 'subset' && rule.mode !== 'superset') {
    if (madeNames.length !== expectedNames.length) return false;
  }
  const names = rule.mode === 'subset' ? madeNames : expectedNames;
  return names.every((name) => {
    const a = ownValue(made, name);
    const b = ownValue(expected, name);
    return a !== undefined && b !== undefined && isInputMatch(a, b, rule);
  });
}
