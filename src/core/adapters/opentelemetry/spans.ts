import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  type Maybe,
} from '#core/json/pick.ts';
import { momentOf } from '#core/traces/step.ts';

/** A span in one shape, whatever carried it. */
export interface Span {
  /** What it was read from. */
  readonly origin: JsonObject;
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly attributes: JsonObject;
  /** Attributes and bodies of its events. */
  readonly events: readonly JsonObject[];
  readonly isError: boolean;
}

const DEPTH = 6;

const START_KEYS = ['startTimeUnixNano', 'start_time_unix_nano', 'start_time', 'startTime'];
const END_KEYS = ['endTimeUnixNano', 'end_time_unix_nano', 'end_time', 'endTime'];

/**
 * Tells a span from other objects.
 * @param value any value
 * @returns whether it has the ids and the attributes or tags of a span
 */
export function isSpan(value: Maybe): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if (hasKey(value, 'operationName') && hasKey(value, 'tags')) return true;
  const context = pickObject(value, 'context');
  const hasTrace =
    hasKey(value, 'traceId', 'trace_id', 'context.trace_id') || hasKey(context, 'trace_id');
  const hasStart = hasKey(value, ...START_KEYS);
  return hasTrace && hasStart && (hasKey(value, 'attributes') || attributeKeys(value).length > 0);
}

/**
 * Finds the spans in a file's values: requests, lists, records with spans, single spans.
 * @param values the values
 * @returns the spans, in the order of the file
 */
export function findSpans(values: readonly JsonValue[]): readonly Span[] {
  const found: Span[] = [];
  for (const value of values) collect(unwrapEncoded(value), DEPTH, found);
  return found;
}

/**
 * Tells whether a value is a span or carries spans.
 * @param value any value
 * @param depth levels looked through
 * @returns whether there is one
 */
export function holdsSpan(value: JsonValue, depth = DEPTH): boolean {
  if (isSpan(value) || pickList(value, 'resourceSpans', 'resource_spans') !== undefined)
    return true;
  return depth > 0 && carriersOf(value).some((item) => holdsSpan(item, depth - 1));
}

const CARRIERS = [
  'resourceSpans',
  'resource_spans',
  'scopeSpans',
  'scope_spans',
  'instrumentationLibrarySpans',
  'spans',
  'data',
  'traces',
  'trace',
];

function carriersOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonList(value)) return value;
  return CARRIERS.flatMap((key) => pick(value, key) ?? []);
}

function collect(value: JsonValue, depth: number, found: Span[]): void {
  if (isSpan(value)) found.push(readSpan(value, found.length));
  else if (depth > 0) for (const item of carriersOf(value)) collect(item, depth - 1, found);
}

function readSpan(span: JsonObject, index: number): Span {
  const context = pickObject(span, 'context');
  // Jaeger counts microseconds
  const unit = hasKey(span, 'operationName') ? 1000n : 1n;
  const start = momentOf(pick(span, ...START_KEYS), unit);
  const duration = hasKey(span, 'operationName')
    ? momentOf(pick(span, 'duration'), unit)
    : undefined;
  const end = momentOf(pick(span, ...END_KEYS), unit);
  return {
    origin: span,
    traceId:
      pickText(span, 'traceId', 'trace_id', 'traceID', 'context.trace_id') ??
      pickText(context, 'trace_id') ??
      '',
    id:
      pickText(span, 'spanId', 'span_id', 'spanID', 'context.span_id') ??
      pickText(context, 'span_id') ??
      `#${index}`,
    parentId:
      pickText(span, 'parentSpanId', 'parent_span_id', 'parent_id', 'parentId') ??
      jaegerParent(span),
    name: pickText(span, 'name', 'operationName') ?? '',
    start,
    end: end ?? (start === undefined || duration === undefined ? undefined : start + duration),
    attributes: readAttributes(span),
    events: eventsOf(span),
    isError: isFailed(pick(span, 'status', 'status_code')),
  };
}

function jaegerParent(span: JsonObject): string | undefined {
  return pickText(pickList(span, 'references')?.[0], 'spanID');
}

function isFailed(status: Maybe): boolean {
  const code = isJsonObject(status) ? pick(status, 'code', 'status_code') : status;
  return code === 2 || (typeof code === 'string' && /ERROR$/i.test(code));
}

/** Columns of a data frame carry the attribute's name after a prefix. */
function attributeKeys(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((key) => key.startsWith('attributes.'));
}

function readAttributes(span: JsonObject): JsonObject {
  const known = pick(span, 'attributes', 'tags');
  if (isJsonObject(known)) return { ...known, ...flatten(known) };
  if (isJsonList(known)) return fromPairs(known);
  const prefix = 'attributes.'.length;
  return Object.fromEntries(
    attributeKeys(span).map((key) => [key.slice(prefix), ownValue(span, key) ?? null]),
  );
}

/** First parts of attributes' names that some exports make objects of. */
const NESTED = new Set(['openinference', 'llm', 'tool', 'input', 'output', 'session', 'gen_ai']);
/** Names whose values are objects themselves. */
const LEAVES = /\.(?:value|parameters|arguments|messages|metadata)$/;

/** Attributes that are objects in objects, under the names they are known by. */
function flatten(attributes: JsonObject): JsonObject {
  const flat: Record<string, JsonValue> = {};
  const open = (name: string, value: JsonValue, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth === 0 || LEAVES.test(name)) {
      flat[name] = value;
      return;
    }
    for (const [key, item] of Object.entries<JsonValue>(value))
      open(`${name}.${key}`, item, depth - 1);
  };
  for (const [key, value] of Object.entries(attributes))
    if (NESTED.has(key) && isJsonObject(value)) open(key, value, 2 * DEPTH);
  return flat;
}

function fromPairs(pairs: readonly JsonValue[]): JsonObject {
  const entries = pairs.flatMap((pair): [string, JsonValue][] => {
    const key = pickText(pair, 'key');
    return key === undefined ? [] : [[key, plainValue(pick(pair, 'value'), DEPTH)]];
  });
  return Object.fromEntries(entries);
}

/** A value in the wrapper that names its type. */
function plainValue(value: Maybe, depth: number): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const list = pickList(pickObject(value, 'arrayValue'), 'values');
  const pairs = pickList(pickObject(value, 'kvlistValue'), 'values');
  if (depth > 0 && list) return list.map((item) => plainValue(item, depth - 1));
  if (depth > 0 && pairs) {
    return Object.fromEntries(
      pairs.map((pair) => [
        pickText(pair, 'key') ?? '',
        plainValue(pick(pair, 'value'), depth - 1),
      ]),
    );
  }
  if (hasKey(value, 'arrayValue')) return [];
  if (hasKey(value, 'kvlistValue')) return {};
  const whole = pick(value, 'intValue');
  if (typeof whole === 'string' && /^-?\d+$/.test(whole)) {
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : BigInt(whole);
  }
  return whole ?? pick(value, 'stringValue', 'doubleValue', 'boolValue') ?? null;
}

function eventsOf(span: JsonObject): readonly JsonObject[] {
  return (pickList(span, 'events', 'span_events', 'logs') ?? []).flatMap((event) => {
    const attributes = pick(event, 'attributes', 'fields');
    const body = pickObject(event, 'body');
    const own = isJsonList(attributes) ? fromPairs(attributes) : attributes;
    return [isJsonObject(own) ? own : undefined, body].filter((item) => item !== undefined);
  });
}
