import {
  isJsonList,
  isJsonNumber,
  type JsonValue,
  isJsonObject,
  ownValue,
  type JsonObject,
} from '#core/base/json/json-value.ts';
import { enterName, startGlobs, type GlobState } from './path-glob.ts';
import { isTolerant, type ArgumentRule } from './rules.ts';
import { canonicalText, isJsonEqual } from '#core/base/json/equal-json.ts';
import { maximumMatching } from '#core/base/lists/maximum-matching.ts';

/** Normalizes arguments: most that are equal under a rule become equal as JSON. */
export type PrepareInput = (input: JsonValue) => JsonValue;

/**
 * Compiles what a rule ignores and folds: arguments, paths, spellings of texts and, where equality
 * decides, the order of lists. Invalid path patterns are skipped.
 */
export function prepareInput(rule: ArgumentRule): PrepareInput {
  if (rule.mode === 'ignore') return () => null;
  const start = startGlobs(rule.ignoredPaths ?? []);
  const foldSpelling = foldText(rule);
  const fold = rule.numbersAsText === true ? numberIn : (text: string) => text;
  const sortsLists = rule.ignoreListOrder === true && !isRelation(rule);
  const prepare = (value: JsonValue, states: readonly GlobState[]): JsonValue => {
    if (typeof value === 'string') return fold(foldSpelling(value));
    if (typeof value !== 'object' || value === null) return value;
    if (isJsonList(value)) {
      const below = enterName(states, '*');
      if (below === 'matched') return [];
      const items = value.map((item) => prepare(item, below));
      return sortsLists ? sortItems(items) : items;
    }
    const kept: [string, JsonValue][] = [];
    for (const [name, item] of Object.entries(value)) {
      const below = enterName(states, name);
      if (below !== 'matched') kept.push([name, prepare(item, below)]);
    }
    return Object.fromEntries(kept);
  };
  const keys = rule.mode === 'keys' ? new Set(rule.keys) : undefined;
  return (input) => prepare(keys ? pick(input, keys) : input, start);
}

/** Whether a rule needs calls compared in pairs, because equality is not enough. */
export function isRelation(rule: ArgumentRule): boolean {
  if (rule.mode === 'ignore') return false;
  return rule.mode === 'subset' || rule.mode === 'superset' || isTolerant(rule);
}

function pick(input: JsonValue, keys: ReadonlySet<string>): JsonValue {
  if (typeof input !== 'object' || input === null || isJsonList(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => keys.has(name)));
}

function foldText(rule: ArgumentRule): (text: string) => string {
  const { ignoreCase = false, ignoreSpace = false, unicodeForm } = rule;
  if (!ignoreCase && !ignoreSpace && unicodeForm === undefined) return (text) => text;
  return (text) => {
    let folded = unicodeForm === undefined ? text : text.normalize(unicodeForm);
    if (ignoreCase) {
      folded = folded.toLowerCase();
      // lower case can undo a normal form
      if (unicodeForm !== undefined) folded = folded.normalize(unicodeForm);
    }
    return ignoreSpace ? folded.replace(/\s+/g, ' ').trim() : folded;
  };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Longer texts are no plausible numbers and slow to parse. */
const LONGEST_NUMBER = 100;

/** The number that a text represents; the text itself where it is not a number or out of range. */
function numberIn(text: string): JsonValue {
  if (text.length > LONGEST_NUMBER || !NUMBER.test(text)) return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  const isLong = Number.isInteger(number) && !Number.isSafeInteger(number);
  return isLong && /^-?\d+$/.test(text) ? BigInt(text) : number;
}

function sortItems(items: readonly JsonValue[]): JsonValue[] {
  const texts = new Map(items.map((item, index) => [index, canonicalText(item)]));
  const order = [...texts].sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)));
  return order.map(([index]) => items[index] as JsonValue);
}

/**
 * Whether prepared arguments match under tolerances or subsets. Neither symmetric nor transitive.
 */
export function isInputMatch(made: JsonValue, expected: JsonValue, rule: ArgumentRule): boolean {
  if (isJsonNumber(made) && isJsonNumber(expected)) return isNear(made, expected, rule);
  if (isJsonList(made) && isJsonList(expected)) return isListMatch(made, expected, rule);
  if (isJsonObject(made) && isJsonObject(expected)) return isObjectMatch(made, expected, rule);
  return isJsonEqual(made, expected);
}

function isNear(made: number | bigint, expected: number | bigint, rule: ArgumentRule): boolean {
  if (isJsonEqual(made, expected)) return true;
  const { absoluteTolerance = 0, relativeTolerance = 0 } = rule;
  if (absoluteTolerance <= 0 && relativeTolerance <= 0) return false;
  const most = Math.max(absoluteTolerance, relativeTolerance * Math.abs(Number(expected)));
  return isWithin(made, expected, most);
}

/**
 * Whether two numbers are at most `most` apart. Exact for long integers, which floats would merge;
 * decimal where floats are not: 0.4 is within 0.1 of 0.3.
 */
export function isWithin(a: number | bigint, b: number | bigint, most: number): boolean {
  const isExact = isWhole(a) && isWhole(b);
  const distance = Math.abs(isExact ? Number(BigInt(a) - BigInt(b)) : Number(a) - Number(b));
  const lost = Number.EPSILON * Math.max(Math.abs(Number(a)), Math.abs(Number(b)));
  return Number.isFinite(distance) && distance <= most + (isExact ? 0 : lost);
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
