import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { amountOf, keysOf, perKeys, pick, pickText } from '#core/base/json/pick.ts';
import { isoMilliseconds, MOMENTS, roundToMicroseconds, unitBySize, type Scale } from './moment.ts';
import { RECORD_NAMES, TOKEN_NAMES, type RecordField, type RecordName } from './record-names.ts';
import type { StepCost, StepRecord, StepTokens } from './step.ts';

/**
 * The keys of a step's record beside a call or message: adapters write them, rows are read by them.
 */
const KEYS = {
  agent: 'agent',
  model: 'model',
  startMs: 'start_ms',
  durationMs: 'duration_ms',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  cachedTokens: 'cached_tokens',
  cost: 'cost',
  currency: 'currency',
} as const;

/** Writes the record of a step as keys beside its call or message; empty without a record. */
export function writeStepRecord(record: StepRecord): JsonObject {
  const { agent, model, startMs, durationMs, tokens, cost } = record;
  const written: Record<string, JsonValue> = {};
  const write = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined) written[key] = value;
  };
  write(KEYS.agent, agent);
  write(KEYS.model, model);
  write(KEYS.startMs, startMs);
  write(KEYS.durationMs, durationMs);
  write(KEYS.inputTokens, tokens?.input);
  write(KEYS.outputTokens, tokens?.output);
  write(KEYS.cachedTokens, tokens?.cached);
  write(KEYS.cost, cost?.amount);
  write(KEYS.currency, cost?.currency === '' ? undefined : cost?.currency);
  return written;
}

/** Called where the unit of a key was inferred from the size of its number. */
export type NoteUnit = (name: string, unit: string) => void;

/**
 * Reads the record of a step under any recognised name. The unit of a time is that of its name,
 * else inferred from its size and noted. Negative numbers and other values are left out.
 */
export function readStepRecord(source: JsonValue, onUnit: NoteUnit = ignore): StepRecord {
  const found = fieldsOf(source);
  if (found.size === 0) return NOTHING;
  const start = momentOf(found.get('start'), onUnit);
  const duration = durationOf(found, start, onUnit);
  return {
    ...given('agent', textOf(found.get('agent'))),
    ...given('model', textOf(found.get('model'))),
    ...given('startMs', start),
    ...given('durationMs', duration),
    ...given('tokens', tokensOf(found)),
    ...given('cost', costOf(found)),
  };
}

/**
 * Reads the error of a call or its result under any recognised name; `true` where only the failure
 * is recorded, undefined where nothing is.
 */
export function readStepError(source: JsonValue): string | true | undefined {
  const found = fieldsOf(source);
  if (found.size === 0) return undefined;
  const error = errorText(found.get('error')?.value);
  if (error !== undefined) return error;
  const status = textOf(found.get('status'))?.toLowerCase();
  const isBad =
    found.get('isError')?.value === true ||
    found.get('isGood')?.value === false ||
    (status !== undefined && BAD_STATES.has(status));
  return isBad ? true : undefined;
}

const BAD_STATES = new Set([
  'error',
  'errored',
  'failed',
  'failure',
  'cancelled',
  'canceled',
  'rejected',
  'denied',
]);

function errorText(value: JsonValue | undefined): string | true | undefined {
  if (value === true) return true;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (!isJsonObject(value ?? null) || Object.keys(value ?? {}).length === 0) return undefined;
  return pickText(value, 'message', 'error', 'detail', 'reason', 'type', 'code') ?? true;
}

interface Found {
  readonly value: JsonValue;
  readonly key: string;
  readonly name: RecordName;
}

type Fields = Map<RecordField, Found>;

const NOTHING: StepRecord = {};
const NO_FIELDS: Fields = new Map();
/** Holders of nothing but tokens, which need not say so again. */
const TOKEN_HOLDER = /^(?:tokens|usage|cache)$/;
/** How deep nested records are read. */
const HOLDERS_DEEP = 3;

function ignore(): void {
  // a single step has nowhere to note it
}

type NamedKeys = readonly (readonly [key: string, name: RecordName])[];

/** The keys of an object that are names of fields. */
const namedKeys = perKeys((keys): NamedKeys => namedIn(keys, RECORD_NAMES));
/** The same in what holds only tokens. */
const tokenKeys = perKeys((keys): NamedKeys =>
  namedIn(keys, new Map([...RECORD_NAMES, ...TOKEN_NAMES])),
);

function namedIn(keys: readonly string[], names: typeof RECORD_NAMES): NamedKeys {
  return keys.flatMap((key) => {
    const name = names.get(key);
    return name ? [[key, name] as const] : [];
  });
}

/** The fields of an object and of its holders; outer ones win. */
function fieldsOf(source: JsonValue, depth = HOLDERS_DEEP, named = namedKeys): Fields {
  if (!isJsonObject(source)) return NO_FIELDS;
  let fields: Fields | undefined;
  let holders: Found[] | undefined;
  for (const [key, name] of named(keysOf(source))) {
    const value = source[key];
    if (value === undefined || value === null) continue;
    if (name.field === 'holder') {
      if (isJsonObject(value) && depth > 0) (holders ??= []).push({ value, key, name });
      continue;
    }
    fields ??= new Map();
    const known = fields.get(name.field);
    if (!known || name.rank < known.name.rank) fields.set(name.field, { value, key, name });
  }
  if (!holders) return fields ?? NO_FIELDS;
  fields ??= new Map();
  for (const { value, key } of holders.sort((a, b) => a.name.rank - b.name.rank)) {
    const inner = TOKEN_HOLDER.test(key) ? tokenKeys : namedKeys;
    for (const [field, found] of fieldsOf(value, depth - 1, inner))
      if (!fields.has(field)) fields.set(field, found);
  }
  return fields;
}

function textOf(found: Found | undefined): string | undefined {
  const value = found?.value;
  if (typeof value === 'string') return value === '' ? undefined : value;
  return pickText(value, 'name', 'id');
}

function tokensOf(found: Fields): StepTokens | undefined {
  const read = amountOf(found.get('cacheRead')?.value);
  const plain = amountOf(found.get('input')?.value);
  // Anthropic and Bedrock count cached tokens beside the input, others in it
  const isApart = /^input/.test(found.get('input')?.key ?? '');
  const beside = (read ?? 0) + (amountOf(found.get('cacheWritten')?.value) ?? 0);
  const input = plain === undefined ? undefined : amountOf(plain + (isApart ? beside : 0));
  const written = amountOf(found.get('output')?.value);
  const thoughts = amountOf(found.get('thoughts')?.value) ?? 0;
  const tokens = {
    ...given('input', input),
    ...given('output', written === undefined ? undefined : amountOf(written + thoughts)),
    ...given('cached', amountOf(found.get('cached')?.value) ?? read),
  };
  return Object.keys(tokens).length > 0 ? tokens : undefined;
}

function costOf(found: Fields): StepCost | undefined {
  const cost = found.get('cost');
  const inner = isJsonObject(cost?.value ?? null) ? cost?.value : undefined;
  const amount = amountOf(
    inner === undefined ? cost?.value : pick(inner, 'total', 'amount', 'value'),
  );
  if (amount === undefined) return undefined;
  const currency = textOf(found.get('currency')) ?? pickText(inner, 'currency');
  return { amount, currency: currency ?? cost?.name.currency ?? '' };
}

/** 1973 in seconds since 1970. */
const MIN_DATE = 1e8;

/** Calls take milliseconds to minutes. */
const DURATIONS: Scale = [
  ['ns', 1e-6, 1e8],
  ['µs', 1e-3, 1e6],
  ['ms', 1, 100],
  ['s', 1000, 0],
];

function inMilliseconds(found: Found, scale: Scale, onUnit: NoteUnit): number | undefined {
  const number = amountOf(found.value);
  if (number === undefined) return undefined;
  if (found.name.unit !== undefined) return amountOf(number * found.name.unit);
  const [unit, milliseconds, from] = unitBySize(number, scale);
  // no other unit gives a date of this century
  const isSure = scale === MOMENTS && (from > 0 || number >= MIN_DATE);
  if (!isSure) onUnit(found.key, unit);
  return number * milliseconds;
}

function momentOf(found: Found | undefined, onUnit: NoteUnit): number | undefined {
  if (!found) return undefined;
  const number = inMilliseconds(found, MOMENTS, onUnit);
  if (number !== undefined || typeof found.value !== 'string') return number;
  // dates before 1970, such as year 1, mean that the time is unknown
  return amountOf(isoMilliseconds(found.value));
}

function durationOf(
  found: Fields,
  start: number | undefined,
  onUnit: NoteUnit,
): number | undefined {
  const own = found.get('duration');
  const recorded = own && (inMilliseconds(own, DURATIONS, onUnit) ?? writtenDuration(own.value));
  if (recorded !== undefined) return recorded;
  const end = start === undefined ? undefined : momentOf(found.get('end'), onUnit);
  if (start === undefined || end === undefined || end < start) return undefined;
  return amountOf(roundToMicroseconds(end - start));
}

/** A duration with its unit: `320ms`, `1.5s`. */
function writtenDuration(value: JsonValue): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, number, unit] = /^\s*(\d{1,15}(?:\.\d{1,9})?)\s*(ms|s)\s*$/.exec(value) ?? [];
  return number === undefined ? undefined : Number(number) * (unit === 's' ? 1000 : 1);
}

function given<K extends string, T>(
  key: K,
  value: T | undefined,
): Partial<Record<K, T>> | undefined {
  return value === undefined ? undefined : ({ [key]: value } as Record<K, T>);
}
