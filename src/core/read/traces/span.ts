import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import { momentOf } from './step.ts';

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
  /** Its code with what it says, as it stands there. */
  readonly status: Maybe;
}

const DEPTH = 6;
/** Nanoseconds in a second. */
const SECOND = 1_000_000_000n;

const START_KEYS = ['startTimeUnixNano', 'start_time_unix_nano', 'start_time', 'startTime'];
const END_KEYS = ['endTimeUnixNano', 'end_time_unix_nano', 'end_time', 'endTime'];
/** Where spans keep their own ids, if not beside everything else. */
const CONTEXTS = ['context', '_spanContext', 'spanContext'];

/** Whether a value is a span. */
function isSpan(value: Maybe): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if (hasKey(value, 'operationName') && hasKey(value, 'tags')) return true;
  const context = pickObject(value, ...CONTEXTS);
  const hasTrace =
    hasKey(value, 'traceId', 'trace_id', 'context.trace_id') ||
    hasKey(context, 'trace_id', 'traceId');
  const hasStart = hasKey(value, ...START_KEYS) || isPrinted(value);
  return hasTrace && hasStart && (hasKey(value, 'attributes') || attributeKeys(value).length > 0);
}

/** What the console exporter of Node prints: a moment and a duration, both in microseconds. */
function isPrinted(value: JsonObject): boolean {
  return (
    hasKey(value, 'duration') && hasKey(value, 'timestamp') && pickText(value, 'id') !== undefined
  );
}

/** Finds the spans in a file's values: requests, lists, records with spans, single spans. */
export function findSpans(values: readonly JsonValue[]): readonly Span[] {
  const found: Span[] = [];
  for (const value of values) collect(unwrapEncoded(value), DEPTH, found);
  return found;
}

/** Whether a value is a span or carries spans. */
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
  const context = pickObject(span, ...CONTEXTS);
  // Jaeger and the console exporter of Node count microseconds, with a fraction
  const isInMicroseconds = hasKey(span, 'operationName') || isPrinted(span);
  const unit = isInMicroseconds ? 1000n : 1n;
  const start = momentIn(pick(span, ...START_KEYS, 'timestamp'), unit);
  const duration = isInMicroseconds ? microsecondsOf(pick(span, 'duration')) : undefined;
  const end = momentIn(pick(span, ...END_KEYS), unit);
  const attributes = readAttributes(span);
  return {
    origin: span,
    traceId:
      pickText(span, 'traceId', 'trace_id', 'traceID', 'context.trace_id') ??
      pickText(context, 'trace_id', 'traceId') ??
      '',
    id:
      pickText(span, 'spanId', 'span_id', 'spanID', 'context.span_id') ??
      pickText(context, 'span_id', 'spanId') ??
      (isPrinted(span) ? pickText(span, 'id') : undefined) ??
      `#${index}`,
    parentId:
      pickText(span, 'parentSpanId', 'parent_span_id', 'parent_id', 'parentId') ??
      pickText(pickObject(span, 'parentSpanContext'), 'spanId') ??
      jaegerParent(span),
    name: pickText(span, 'name', 'operationName') ?? '',
    start,
    end: end ?? (start === undefined || duration === undefined ? undefined : start + duration),
    attributes,
    events: eventsOf(span),
    isError: isFailed(pick(span, 'status', 'status_code')) || isMarked(attributes),
    status: pick(span, 'status') ?? { message: pick(span, 'status_message') ?? null },
  };
}

/** The span object of Node has a moment in two numbers: seconds and nanoseconds. */
function momentIn(value: Maybe, unit: bigint): bigint | undefined {
  if (!isJsonList(value)) return momentOf(value, unit);
  const [seconds, nanoseconds] = value;
  const whole = momentOf(seconds, SECOND);
  const rest = momentOf(nanoseconds);
  return whole === undefined || rest === undefined ? undefined : whole + rest;
}

function microsecondsOf(value: Maybe): bigint | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return momentOf(value, 1000n);
  return BigInt(Math.round(value * 1000));
}

function isMarked(attributes: JsonObject): boolean {
  return pick(attributes, 'langfuse.observation.level') === 'ERROR';
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
const NESTED = new Set([
  'agent',
  'openinference',
  'llm',
  'tool',
  'input',
  'output',
  'session',
  'gen_ai',
]);
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
