import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  amountOf,
  pick,
  pickList,
  pickText,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import { hashJson } from '#core/base/json/equal-json.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { isLogRecord, isTrace } from './marks.ts';
import { bodyOf, type Fields, pairsOf, readFields } from './span-fields.ts';
import { isoMilliseconds, MOMENTS, roundToMicroseconds, unitBySize } from '#core/calls/moment.ts';

/** A span, run, observation or log record in one form, whatever carried it. */
export interface Span {
  /** What it was read from. */
  readonly origin: JsonObject;
  /** As the file writes it; empty where it names none. */
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** What its record says under its own keys. */
  readonly own: Fields;
  /** The same, and its attributes before it. */
  readonly said: Fields;
  readonly events: readonly SpanEvent[];
  /** Whether it is only a log record, which may be one of a span’s. */
  readonly isLog: boolean;
}

/** Something that a span, or a log beside it, records of a moment. */
export interface SpanEvent {
  readonly name: string;
  readonly attributes: JsonObject;
  readonly body: Maybe;
  readonly at: number | undefined;
}

/** What a record inherits from what is around it. */
export interface Around {
  readonly traceId?: string | undefined;
  readonly parentId?: string | undefined;
}

/**
 * Reads a record as a span.
 * @param perUnit milliseconds in one unit of its times, where neither name nor size tells it
 */
export function readSpan(origin: JsonObject, around: Around, perUnit?: number): Span {
  const { own, said } = readFields(origin);
  const isLog = isLogRecord(origin);
  const took = own.amount('took');
  const told = momentIn(own, 'start', perUnit);
  const start = took === undefined || told === undefined ? told : told - took * 1000;
  const duration = took === undefined ? durationIn(own, perUnit) : took * 1000;
  const isRoot = own.text('parent') === undefined;
  const id = own.text('id') ?? (isRoot ? own.text('trace') : undefined);
  const listed = EVENTS.flatMap((key) => pickList(origin, key) ?? []);
  // a trace may name the session that it is of
  const trace = isTrace(origin) ? id : own.text('trace');
  const traceId = trace ?? around.traceId ?? (isRoot ? id : undefined);
  return {
    origin,
    traceId: traceId ?? '',
    id: id === undefined ? `#${hashJson(origin)}` : plainId(id),
    parentId: parentOf(origin, own) ?? around.parentId,
    name: plainName(own.text('name') ?? said.text('event') ?? ''),
    start,
    end:
      momentIn(own, 'end', perUnit) ??
      (start === undefined || duration === undefined
        ? writtenIn(own)
        : inMilliseconds(start + duration, 1)),
    own,
    said,
    events: [...(isLog ? [origin] : []), ...listed.filter(isJsonObject)].map(readEvent),
    isLog,
  };
}

/** Two records of one span: one was written when it began, or is a copy that lacks something. */
export function joinSpans(one: Span, other: Span): Span {
  const [poor, rich] = inOrder(one, other);
  const known = new Map([...rich.events, ...poor.events].map((event) => [keyOf(event), event]));
  return {
    ...rich,
    name: rich.name === '' ? poor.name : rich.name,
    traceId: rich.traceId === '' ? poor.traceId : rich.traceId,
    parentId: rich.parentId ?? poor.parentId,
    start: rich.start ?? poor.start,
    end: rich.end ?? poor.end,
    own: poor.own.with(rich.own),
    said: poor.said.with(rich.said),
    events: [...known.values()],
    isLog: rich.isLog && poor.isLog,
  };
}

function keyOf(event: SpanEvent): string {
  const { name, attributes, body = null } = event;
  return printJson([name, attributes, body]);
}

function inOrder(one: Span, other: Span): readonly [poor: Span, rich: Span] {
  const more =
    Number(other.isLog) - Number(one.isLog) ||
    one.said.size - other.said.size ||
    hashJson(one.origin) - hashJson(other.origin);
  return more > 0 ? [other, one] : [one, other];
}

/** Where spans have what happened in them. */
const EVENTS = ['events', 'Events', 'span_events', 'logs'];

/** Milliseconds in a nanosecond. */
const NANO = 1e-6;

/**
 * Reads a moment of a record.
 * @param perUnit milliseconds in one unit of a number, where neither name nor size tells it
 * @returns milliseconds since 1970, whole microseconds after the point; undefined for no moment
 */
export function momentIn(
  own: Fields,
  field: 'start' | 'end' | 'written',
  perUnit = NANO,
): number | undefined {
  const [name, value] = own.named(field) ?? [];
  // the span object of Node has two numbers: seconds and nanoseconds
  if (isJsonList(value ?? null)) {
    const [whole = NaN, rest = NaN] = (value as readonly JsonValue[]).map(amountOf);
    return inMilliseconds(whole * 1000 + rest * NANO, 1);
  }
  const written = typeof value === 'string' ? isoMilliseconds(value) : undefined;
  return written ?? inMilliseconds(value, unitOf(name, value) ?? perUnit);
}

function inMilliseconds(value: Maybe, unit = NANO): number | undefined {
  const isWhole = typeof value === 'string' ? /^\d+$/.test(value) : Number.isInteger(value);
  if (unit === NANO && (isWhole || typeof value === 'bigint'))
    return Number(BigInt(value as string | number | bigint) / 1000n) / 1000;
  const amount = amountOf(value);
  return amount === undefined ? undefined : roundToMicroseconds(amount * unit);
}

/** Milliseconds in one unit of a time; text is written where numbers would not be exact. */
function unitOf(name = '', value: Maybe = null): number | undefined {
  if (/(?:nano|ns)$/.test(name) || typeof value !== 'number') return NANO;
  if (name.endsWith('ms')) return 1;
  if (name.endsWith('us')) return 1e-3;
  const [unit, milliseconds] = unitBySize(value, MOMENTS);
  return unit === 's' && value < 1e8 ? undefined : milliseconds;
}

/** Jaeger, Zipkin and Node count the time that a span took like the moment it began. */
function durationIn(own: Fields, perUnit?: number): number | undefined {
  const [name = '', duration] = own.named('duration') ?? [];
  const [startName, started] = own.named('start') ?? [];
  const isNamed = /(?:ns|us)$/.test(name);
  // Datadog counts in nanoseconds what began at a millisecond
  const counted = startName === 'startms' ? NANO : unitOf(startName, started);
  const unit = isNamed ? unitOf(name, 0) : (perUnit ?? counted);
  return inMilliseconds(duration, unit);
}

/** When a span was written, where that is not when it began. */
function writtenIn(own: Fields): number | undefined {
  return own.named('start')?.[0] === 'timestamp' ? undefined : momentIn(own, 'written');
}

/** A name without the address of the operation that Weave writes: `weave:///team/app/op/search:1f`. */
const plainName = (name: string): string =>
  name.startsWith('weave:///') ? (name.split('/').at(-1)?.split(':')[0] ?? name) : name;

/** An id as all exporters write it: without a prefix. */
export const plainId = (id: string): string => (id.startsWith('0x') ? id.slice(2) : id);

/** The id of what is around a span; Jaeger lists all that it refers to. */
function parentOf(record: JsonObject, own: Fields): string | undefined {
  const references = pickList(record, 'references') ?? [];
  const listed = pickList(record, 'span_parents')?.[0];
  const id = own.text('parent') ?? (typeof listed === 'string' ? listed : undefined);
  const known = id ?? pickText(references[0], 'spanID', 'spanId');
  return known === undefined || /^(?:0*|undefined)$/.test(known) ? undefined : plainId(known);
}

function readEvent(record: JsonObject): SpanEvent {
  const { said } = readFields(record);
  const attributes = pick(record, 'attributes', 'Attributes', 'fields') ?? [];
  return {
    name: said.text('event') ?? '',
    attributes: Object.fromEntries(pairsOf(attributes)),
    body: unwrapEncoded(bodyOf(record)),
    at: momentIn(said, 'start'),
  };
}
