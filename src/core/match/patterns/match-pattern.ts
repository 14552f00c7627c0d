import { isJsonEqual } from '#core/base/json/equal-json.ts';
import {
  isJsonList,
  isJsonNumber,
  isJsonObject,
  ownValue,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { maximumMatching } from '#core/base/lists/maximum-matching.ts';
import { enterName, startGlobs, type GlobState } from '#core/match/path-glob.ts';
import { isWithin, isInputMatch, prepareInput } from '#core/match/prepare-input.ts';
import type { ArgumentRule } from '#core/match/rules.ts';
import type { TextPart, TypeName, ValuePattern } from './value-pattern.ts';

/**
 * The values of variables by name. A variable that is not listed may have any value; an undefined
 * one has a value that occurs nowhere.
 */
export type Bindings = ReadonlyMap<string, JsonValue | undefined>;

/** Whether a value meets a pattern. */
export type MatchPattern = (pattern: ValuePattern, made: JsonValue, bindings?: Bindings) => boolean;

const NO_BINDINGS: Bindings = new Map();

/**
 * Compiles the matching of patterns under a rule. The rule applies to plain values within patterns;
 * patterns themselves see values as they were made.
 */
export function matchPatternUnder(rule: ArgumentRule): MatchPattern {
  if (rule.mode === 'ignore') return () => true;
  const start = startGlobs(rule.ignoredPaths ?? []);
  const { ignoredPaths: _, keys, ...folding } = rule;
  const walker = new Walker(rule, prepareInput({ ...folding, mode: 'exact' }));
  const isChosen = keys && rule.mode === 'keys' ? new Set(keys) : undefined;
  return (pattern, made, bindings = NO_BINDINGS) =>
    walker.matches(pattern, made, { states: start, bindings, isChosen });
}

interface Place {
  readonly states: readonly GlobState[];
  readonly bindings: Bindings;
  /** The arguments that a rule compares; only for the top level. */
  readonly isChosen?: ReadonlySet<string> | undefined;
}

class Walker {
  readonly #rule: ArgumentRule;
  readonly #fold: (value: JsonValue) => JsonValue;

  constructor(rule: ArgumentRule, fold: (value: JsonValue) => JsonValue) {
    this.#rule = rule;
    this.#fold = fold;
  }

  matches(pattern: ValuePattern, made: JsonValue, place: Place): boolean {
    switch (pattern.kind) {
      case 'value':
        return this.#isValue(pattern.value, made, place);
      case 'list':
        return isJsonList(made) && this.#isList(pattern.items, made, place);
      case 'object':
        return this.#isObject(pattern, made, place);
      case 'items':
        return isJsonList(made) && this.#areItems(pattern.items, made, pattern.isOpen, place);
      case 'any':
        return pattern.of.some((one) => this.matches(one, made, place));
      case 'variable':
        return this.#isVariable(pattern, made, place);
      default:
        return isOfKind(pattern, made);
    }
  }

  #isVariable(
    { name, as }: Extract<ValuePattern, { kind: 'variable' }>,
    made: JsonValue,
    place: Place,
  ): boolean {
    if (as && !this.matches(as, made, place)) return false;
    if (!place.bindings.has(name)) return true;
    const bound = place.bindings.get(name);
    return bound !== undefined && this.#isValue(bound, made, place);
  }

  /** Whether a plain value matches under the rule. */
  #isValue(expected: JsonValue, made: JsonValue, place: Place): boolean {
    if (isJsonList(expected) && isJsonList(made)) {
      return this.#isList(expected.map(plain), made, place);
    }
    if (isJsonObject(expected) && isJsonObject(made)) {
      const members = new Map(
        Object.entries(expected).map(([name, value]) => [
          name,
          { pattern: plain(value), isOptional: false },
        ]),
      );
      return this.#isObject({ kind: 'object', members, isOpen: false }, made, place);
    }
    if (isJsonEqual(expected, made)) return true;
    return isInputMatch(this.#fold(made), this.#fold(expected), this.#rule);
  }

  #isList(items: readonly ValuePattern[], made: readonly JsonValue[], place: Place): boolean {
    if (this.#rule.ignoreListOrder === true) return this.#areItems(items, made, false, place);
    const below = enterName(place.states, '*');
    if (below === 'matched') return true;
    if (items.length !== made.length) return false;
    const inside = { states: below, bindings: place.bindings };
    return items.every((item, i) => this.matches(item, made[i] as JsonValue, inside));
  }

  /** Pairs the items one to one, by maximum matching. */
  #areItems(
    items: readonly ValuePattern[],
    made: readonly JsonValue[],
    isOpen: boolean,
    place: Place,
  ): boolean {
    const below = enterName(place.states, '*');
    if (below === 'matched') return true;
    if (isOpen ? made.length < items.length : made.length !== items.length) return false;
    const inside = { states: below, bindings: place.bindings };
    const edges = items.map((item) =>
      made.flatMap((value, i) => (this.matches(item, value, inside) ? [i] : [])),
    );
    if (edges.some((found) => found.length === 0)) return false;
    return maximumMatching(edges, made.length).every((found) => found >= 0);
  }

  #isObject(
    { members, isOpen }: Extract<ValuePattern, { kind: 'object' }>,
    made: JsonValue,
    { states, bindings, isChosen }: Place,
  ): boolean {
    if (!isJsonObject(made)) return false;
    const { mode } = this.#rule;
    const below = (name: string): readonly GlobState[] | 'matched' =>
      isChosen && !isChosen.has(name) ? 'matched' : enterName(states, name);
    for (const [name, { pattern, isOptional }] of members) {
      const inside = below(name);
      if (inside === 'matched') continue;
      const value = ownValue(made, name);
      if (value === undefined) {
        if (!isOptional && mode !== 'subset') return false;
      } else if (!this.matches(pattern, value, { states: inside, bindings })) return false;
    }
    if (isOpen || mode === 'superset') return true;
    return Object.keys(made).every((name) => members.has(name) || below(name) === 'matched');
  }
}

const MATCH_AS_JSON = matchPatternUnder({ mode: 'exact' });

/**
 * Whether a value meets a pattern, plain values compared as JSON.
 * @param bindings values of variables; without them each may have any
 */
export const matchesPattern: MatchPattern = (pattern, made, bindings = NO_BINDINGS) =>
  MATCH_AS_JSON(pattern, made, bindings);

function plain(value: JsonValue): ValuePattern {
  return { kind: 'value', value };
}

type LeafKind = 'range' | 'near' | 'regex' | 'type' | 'nonEmpty' | 'anything' | 'text';

function isOfKind(pattern: Extract<ValuePattern, { kind: LeafKind }>, made: JsonValue): boolean {
  switch (pattern.kind) {
    case 'range': {
      const { min, max } = pattern;
      if (!isJsonNumber(made)) return false;
      return (min === undefined || made >= min) && (max === undefined || made <= max);
    }
    case 'near':
      return isJsonNumber(made) && isNear(pattern, made);
    case 'regex':
      return typeof made === 'string' && pattern.finds(made);
    case 'type':
      return pattern.types.some((type) => isOfType(type, made));
    case 'nonEmpty':
      return !isEmpty(made);
    case 'anything':
      return true;
    case 'text':
      return (
        typeof made === 'string' &&
        foldText(made, pattern.ignore) === foldText(pattern.value, pattern.ignore)
      );
  }
}

function isNear(
  { value, by, distance }: Extract<ValuePattern, { kind: 'near' }>,
  made: number | bigint,
): boolean {
  if (isJsonEqual(value, made)) return true;
  return isWithin(made, value, by === 'within' ? distance : distance * Math.abs(Number(value)));
}

function isOfType(type: TypeName, made: JsonValue): boolean {
  switch (type) {
    case 'array':
      return isJsonList(made);
    case 'object':
      return isJsonObject(made);
    case 'null':
      return made === null;
    case 'number':
      return isJsonNumber(made);
    case 'integer':
      return typeof made === 'bigint' || Number.isInteger(made);
    case 'string':
    case 'boolean':
      return typeof made === type;
  }
}

function isEmpty(value: JsonValue): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function foldText(text: string, ignore: readonly TextPart[]): string {
  if (ignore.includes('bfcl'))
    return text
      .replace(/[ ,./_*^-]/g, '')
      .toLowerCase()
      .replaceAll("'", '"');
  let folded = text.normalize('NFC');
  if (ignore.includes('case')) folded = folded.toLowerCase().normalize('NFC');
  if (ignore.includes('punctuation')) folded = folded.replace(/\p{P}/gu, '');
  // removes all space, so that line breaks do not matter
  return ignore.includes('space') ? folded.replace(/\s+/gu, ' ').trim() : folded;
}

/** Collects the values in the places of a pattern's variables. */
export function offerBindings(
  pattern: ValuePattern,
  made: JsonValue,
  offer: (name: string, value: JsonValue) => void,
): void {
  switch (pattern.kind) {
    case 'variable':
      if (!pattern.as || matchesPattern(pattern.as, made)) offer(pattern.name, made);
      return;
    case 'any':
      for (const one of pattern.of) offerBindings(one, made, offer);
      return;
    case 'list':
      if (!isJsonList(made)) return;
      for (const [i, item] of pattern.items.entries()) {
        if (i < made.length) offerBindings(item, made[i] as JsonValue, offer);
      }
      return;
    case 'items':
      if (!isJsonList(made)) return;
      for (const item of pattern.items) {
        for (const value of made) offerBindings(item, value, offer);
      }
      return;
    case 'object':
      if (!isJsonObject(made)) return;
      for (const [name, member] of pattern.members) {
        const value = ownValue(made, name);
        if (value !== undefined) offerBindings(member.pattern, value, offer);
      }
      return;
    default:
  }
}
