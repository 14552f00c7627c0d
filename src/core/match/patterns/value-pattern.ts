import {
  aType,
  isJsonList,
  isJsonNumber,
  isJsonObject,
  jsonTypeOf,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { escapeKey } from '#core/base/json/json-path.ts';
import { compileLinearRegex } from './linear-regex.ts';
import { nearestName } from '#core/base/text/nearest-name.ts';

/** A compiled pattern of a value; a plain value stands for itself. */
export type ValuePattern =
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** A list with patterns in its items. */
  | { readonly kind: 'list'; readonly items: readonly ValuePattern[] }
  /** An object with patterns in its members; an open one allows further members. */
  | {
      readonly kind: 'object';
      readonly members: ReadonlyMap<string, MemberPattern>;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'any'; readonly of: readonly ValuePattern[] }
  | { readonly kind: 'range'; readonly min?: JsonNumber; readonly max?: JsonNumber }
  | {
      readonly kind: 'near';
      readonly value: JsonNumber;
      readonly by: 'within' | 'share';
      readonly distance: number;
    }
  | {
      readonly kind: 'regex';
      readonly source: string;
      readonly flags: string;
      readonly finds: (text: string) => boolean;
    }
  | { readonly kind: 'type'; readonly types: readonly TypeName[] }
  | { readonly kind: 'nonEmpty' }
  | { readonly kind: 'anything' }
  | { readonly kind: 'text'; readonly value: string; readonly ignore: readonly TextPart[] }
  /** These items in any order; an open list allows further items. */
  | { readonly kind: 'items'; readonly items: readonly ValuePattern[]; readonly isOpen: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly as: ValuePattern | undefined };

interface MemberPattern {
  readonly pattern: ValuePattern;
  readonly isOptional: boolean;
}

type JsonNumber = number | bigint;

/** Names of types, as in JSON Schema. */
const TYPE_NAMES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;

/** One of {@link TYPE_NAMES}. */
export type TypeName = (typeof TYPE_NAMES)[number];

/**
 * What a text pattern may ignore; `bfcl` is all that the Berkeley leaderboard's checker ignores.
 */
const TEXT_PARTS = ['case', 'space', 'punctuation', 'bfcl'] as const;

/** One of {@link TEXT_PARTS}. */
export type TextPart = (typeof TEXT_PARTS)[number];

/** A problem of a pattern. */
export interface PatternProblem {
  /** JSON Pointer (RFC 6901) from the value; empty for the value itself. */
  readonly path: string;
  readonly reason: string;
  /** A valid form close to it, as JSON, where there is one. */
  readonly nearest?: string;
}

/** A compiled pattern or its first problem. */
export type PatternReading =
  | { readonly ok: true; readonly pattern: ValuePattern }
  | { readonly ok: false; readonly problem: PatternProblem };

type ReadPayload = (payload: JsonValue, path: string) => ValuePattern;

/** The keys that make an object a pattern, if it has no others. */
const READERS: Readonly<Record<string, ReadPayload>> = {
  $any: readAny,
  $range: readRange,
  $near: readNear,
  $regex: readRegex,
  $type: readType,
  $nonEmpty: (payload, path) => readTrue(payload, path, '$nonEmpty', { kind: 'nonEmpty' }),
  $anything: (payload, path) => readTrue(payload, path, '$anything', { kind: 'anything' }),
  $optional: (_, path) => {
    throw new Wrong(path, 'Only a member of an object may be optional.');
  },
  $text: readText,
  $unordered: (payload, path) => readItems(payload, path, '$unordered', false),
  $containing: (payload, path) => readItems(payload, path, '$containing', true),
  $atLeast: readAtLeast,
  $var: readVariable,
  $literal: (payload) => ({ kind: 'value', value: payload }),
};

/** The reserved keys of value patterns. */
export const VALUE_KEYS: readonly string[] = Object.keys(READERS);

/** Names of reserved keys in other languages. */
const ALIASES: Readonly<Record<string, string>> = {
  $anyof: '$any',
  $oneof: '$any',
  $anyvalue: '$anything',
  $wildcard: '$anything',
  $between: '$range',
  $approx: '$near',
  $tolerance: '$near',
  $regexp: '$regex',
  $pattern: '$regex',
  $matches: '$regex',
  $notempty: '$nonEmpty',
  $contains: '$containing',
  $anyorder: '$unordered',
  $inanyorder: '$unordered',
  $subset: '$atLeast',
  $variable: '$var',
};

/** Keys of other languages that are not misspellings of reserved keys. */
const OTHER_KEYS = ['$and'];

/** Compiles a value with patterns, or reports its first problem. */
export function readPattern(value: JsonValue): PatternReading {
  try {
    return { ok: true, pattern: read(value, '') };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Whether a value has a pattern at any depth, valid or not. */
export function holdsPattern(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonList(value)) return value.some(holdsPattern);
  for (const key in value) {
    if (Object.hasOwn(READERS, key) || holdsPattern(value[key] as JsonValue)) return true;
  }
  return false;
}

/** Whether a compiled pattern is a plain value. */
export function isPlain(
  pattern: ValuePattern,
): pattern is Extract<ValuePattern, { kind: 'value' }> {
  return pattern.kind === 'value';
}

/** The distinct variables of a pattern. */
export function variablesOf(pattern: ValuePattern): ReadonlySet<string> {
  return new Set(variableUses(pattern));
}

/** The variables of a pattern, with repetitions. */
export function variableUses(pattern: ValuePattern): readonly string[] {
  if (pattern.kind !== 'variable') return partsOf(pattern).flatMap(variableUses);
  return [pattern.name, ...(pattern.as ? variableUses(pattern.as) : [])];
}

function partsOf(pattern: ValuePattern): readonly ValuePattern[] {
  switch (pattern.kind) {
    case 'list':
    case 'items':
      return pattern.items;
    case 'any':
      return pattern.of;
    case 'object':
      return [...pattern.members.values()].map((member) => member.pattern);
    default:
      return [];
  }
}

class Wrong extends Error {
  readonly problem: PatternProblem;

  constructor(path: string, reason: string, nearest?: JsonValue) {
    super(reason);
    this.problem = {
      path,
      reason,
      ...(nearest === undefined ? {} : { nearest: printJson(nearest) }),
    };
  }
}

function read(value: JsonValue, path: string): ValuePattern {
  if (isJsonList(value)) {
    const items = value.map((item, place) => read(item, `${path}/${place}`));
    // rebuilt from the items, because `$literal` is removed there
    return items.every(isPlain)
      ? { kind: 'value', value: items.map((item) => item.value) }
      : { kind: 'list', items };
  }
  if (!isJsonObject(value)) return { kind: 'value', value };
  const key = patternKey(value, path);
  if (key !== undefined) {
    return (READERS[key] as ReadPayload)(value[key] as JsonValue, `${path}/${key}`);
  }
  const members = readMembers(value, path);
  const plain: [string, JsonValue][] = [];
  for (const [name, { pattern, isOptional }] of members) {
    if (isOptional || !isPlain(pattern)) return { kind: 'object', members, isOpen: false };
    plain.push([name, pattern.value]);
  }
  return { kind: 'value', value: Object.fromEntries(plain) };
}

/** The reserved key of a pattern object; undefined for a plain one. */
function patternKey(value: JsonObject, path: string): string | undefined {
  const keys = Object.keys(value);
  const reserved = keys.find((key) => Object.hasOwn(READERS, key));
  if (reserved !== undefined) {
    if (keys.length === 1) return reserved;
    throw new Wrong(
      path,
      `A pattern is an object with one key, and this has ${reserved} beside ${keys.length - 1} other${keys.length > 2 ? 's' : ''}.`,
      { $literal: value },
    );
  }
  const [only] = keys;
  if (keys.length !== 1 || only === undefined || !only.startsWith('$')) return undefined;
  if (OTHER_KEYS.includes(only)) return undefined;
  const nearest =
    ALIASES[only.toLowerCase().replaceAll(/[_-]/g, '')] ?? nearestName(only, VALUE_KEYS);
  if (nearest === undefined) return undefined;
  throw new Wrong(path, `There is no pattern ${only}.`, { [nearest]: value[only] as JsonValue });
}

function readMembers(value: JsonObject, path: string): ReadonlyMap<string, MemberPattern> {
  const members = new Map<string, MemberPattern>();
  for (const [name, member] of Object.entries(value)) {
    const inner = `${path}/${escapeKey(name)}`;
    const optional = optionalOf(member, inner);
    members.set(name, {
      pattern: optional === undefined ? read(member, inner) : read(optional, `${inner}/$optional`),
      isOptional: optional !== undefined,
    });
  }
  return members;
}

function optionalOf(member: JsonValue, path: string): JsonValue | undefined {
  if (!isJsonObject(member) || !Object.hasOwn(member, '$optional')) return undefined;
  return patternKey(member, path) === '$optional' ? member.$optional : undefined;
}

function readAny(payload: JsonValue, path: string): ValuePattern {
  if (!isJsonList(payload)) {
    throw new Wrong(path, `$any takes a list of values, and this is ${aTypeOf(payload)}.`, {
      $any: [payload],
    });
  }
  if (payload.length === 0) throw new Wrong(path, '$any needs at least one value.');
  return { kind: 'any', of: payload.map((item, place) => read(item, `${path}/${place}`)) };
}

function readRange(payload: JsonValue, path: string): ValuePattern {
  if (isJsonList(payload) && payload.length === 2 && payload.every(isJsonNumber)) {
    const [min, max] = payload as [JsonValue, JsonValue];
    throw new Wrong(path, '$range takes an object with min and max.', { $range: { min, max } });
  }
  const { min, max } = readOptions(payload, path, '$range', ['min', 'max'], { min: 1, max: 5 });
  if (min === undefined && max === undefined) {
    throw new Wrong(path, '$range needs min, max or both.', { $range: { min: 1, max: 5 } });
  }
  for (const [name, end] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (end !== undefined && !isJsonNumber(end)) {
      throw new Wrong(`${path}/${name}`, `${name} is a number, and this is ${aTypeOf(end)}.`);
    }
  }
  const [low, high] = [min, max] as [JsonNumber | undefined, JsonNumber | undefined];
  if (low !== undefined && high !== undefined && low > high) {
    throw new Wrong(path, `No number is from ${low} to ${high}.`, {
      $range: { min: high, max: low },
    });
  }
  return {
    kind: 'range',
    ...(low === undefined ? {} : { min: low }),
    ...(high === undefined ? {} : { max: high }),
  };
}

function readNear(payload: JsonValue, path: string): ValuePattern {
  const example = { value: isJsonNumber(payload) ? payload : 10, within: 0.5 };
  const options = readOptions(payload, path, '$near', ['value', 'within', 'share'], example);
  const { value, within, share } = options;
  if (!isJsonNumber(value)) {
    throw new Wrong(`${path}/value`, '$near needs the number under value.', { $near: example });
  }
  if ((within === undefined) === (share === undefined)) {
    throw new Wrong(path, '$near needs either within or share.', { $near: { value, within: 0.5 } });
  }
  const by = within === undefined ? 'share' : 'within';
  const distance = within ?? share;
  if (typeof distance !== 'number' || !Number.isFinite(distance) || distance < 0) {
    throw new Wrong(`${path}/${by}`, `${by} is a number from 0.`);
  }
  return { kind: 'near', value, by, distance };
}

function readRegex(payload: JsonValue, path: string): ValuePattern {
  const { pattern, flags = '' } =
    typeof payload === 'string'
      ? { pattern: payload }
      : readOptions(payload, path, '$regex', ['pattern', 'flags'], { pattern: '^ORD-\\d+$' });
  if (typeof pattern !== 'string' || typeof flags !== 'string') {
    throw new Wrong(path, '$regex takes an expression as a string, and flags as a string.', {
      $regex: '^ORD-\\d+$',
    });
  }
  const reading = compileLinearRegex(pattern, flags);
  if (!reading.ok) {
    const { reason, nearest } = reading;
    throw new Wrong(path, reason, nearest === undefined ? undefined : { $regex: nearest });
  }
  return { kind: 'regex', source: pattern, flags, finds: reading.finds };
}

function readType(payload: JsonValue, path: string): ValuePattern {
  const names = isJsonList(payload) ? payload : [payload];
  if (names.length === 0) throw new Wrong(path, '$type needs at least one type.');
  for (const [place, name] of names.entries()) {
    if (TYPE_NAMES.some((type) => type === name)) continue;
    const near = typeof name === 'string' ? nearestType(name) : undefined;
    throw new Wrong(
      isJsonList(payload) ? `${path}/${place}` : path,
      `A type is one of ${TYPE_NAMES.join(', ')}.`,
      near === undefined ? undefined : { $type: near },
    );
  }
  return { kind: 'type', types: names as readonly TypeName[] };
}

const TYPE_WORDS: Readonly<Record<string, TypeName>> = {
  str: 'string',
  text: 'string',
  float: 'number',
  double: 'number',
  int: 'integer',
  bool: 'boolean',
  none: 'null',
  list: 'array',
  tuple: 'array',
  dict: 'object',
};

function nearestType(name: string): string | undefined {
  return TYPE_WORDS[name.toLowerCase()] ?? nearestName(name, TYPE_NAMES);
}

function readTrue(
  payload: JsonValue,
  path: string,
  key: string,
  pattern: ValuePattern,
): ValuePattern {
  if (payload !== true) throw new Wrong(path, `${key} takes true.`, { [key]: true });
  return pattern;
}

function readText(payload: JsonValue, path: string): ValuePattern {
  if (typeof payload === 'string') {
    return { kind: 'text', value: payload, ignore: ['case', 'space'] };
  }
  const example = { value: 'Hello World', ignore: ['case', 'space'] };
  const options = readOptions(payload, path, '$text', ['value', 'ignore'], example);
  const { value, ignore = ['case', 'space'] } = options;
  if (typeof value !== 'string') {
    throw new Wrong(`${path}/value`, '$text needs a string.', { $text: example });
  }
  if (!isJsonList(ignore) || !ignore.every((part) => TEXT_PARTS.some((name) => name === part))) {
    throw new Wrong(`${path}/ignore`, `ignore is a list of ${TEXT_PARTS.join(', ')}.`, {
      $text: { value, ignore: ['case', 'space'] },
    });
  }
  return { kind: 'text', value, ignore: ignore as readonly TextPart[] };
}

function readItems(payload: JsonValue, path: string, key: string, isOpen: boolean): ValuePattern {
  if (!isJsonList(payload)) {
    throw new Wrong(path, `${key} takes a list, and this is ${aTypeOf(payload)}.`, {
      [key]: [payload],
    });
  }
  return {
    kind: 'items',
    items: payload.map((item, place) => read(item, `${path}/${place}`)),
    isOpen,
  };
}

function readAtLeast(payload: JsonValue, path: string): ValuePattern {
  if (!isJsonObject(payload)) {
    throw new Wrong(path, `$atLeast takes an object, and this is ${aTypeOf(payload)}.`);
  }
  return { kind: 'object', members: readMembers(payload, path), isOpen: true };
}

const VARIABLE_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u;

function readVariable(payload: JsonValue, path: string): ValuePattern {
  const { name, as } =
    typeof payload === 'string'
      ? { name: payload }
      : readOptions(payload, path, '$var', ['name', 'as'], { name: 'order_id' });
  if (typeof name !== 'string' || !VARIABLE_NAME.test(name)) {
    throw new Wrong(path, 'A variable has a name of letters, digits, _, - and dots.', {
      $var: 'order_id',
    });
  }
  const allowed = as === undefined ? undefined : read(as, `${path}/as`);
  if (allowed && variablesOf(allowed).size > 0) {
    throw new Wrong(`${path}/as`, 'What a variable may be holds no variable itself.');
  }
  return { kind: 'variable', name, as: allowed };
}

/** Checks the options of a pattern; unknown ones are refused. */
function readOptions(
  payload: JsonValue,
  path: string,
  key: string,
  known: readonly string[],
  example: JsonValue,
): Partial<Record<string, JsonValue>> {
  if (!isJsonObject(payload)) {
    throw new Wrong(path, `${key} does not take ${aTypeOf(payload)}.`, { [key]: example });
  }
  for (const name of Object.keys(payload)) {
    if (known.includes(name)) continue;
    const near = nearestName(name, known);
    const renamed = near === undefined || Object.hasOwn(payload, near) ? undefined : near;
    throw new Wrong(
      `${path}/${escapeKey(name)}`,
      `${key} has no option “${name}”; it has ${known.join(', ')}.`,
      renamed === undefined
        ? { [key]: example }
        : { [key]: { ...without(payload, name), [renamed]: payload[name] as JsonValue } },
    );
  }
  return Object.fromEntries(
    known.flatMap((name) => {
      const value = ownValue(payload, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function aTypeOf(value: JsonValue): string {
  return aType(jsonTypeOf(value));
}
