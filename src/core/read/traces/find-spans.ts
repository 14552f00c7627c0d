import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickList, pickObject, unwrapEncoded } from '#core/base/json/pick.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import { joinSpans, plainId, readSpan, type Around, type Span } from './span.ts';

/** Lists and objects around spans are looked through this deep; spans in spans at any depth. */
const DEPTH = 10;
/** Where spans have those that are in them. */
const INNER = ['child_runs', 'spans', 'observations', 'subsegments', 'children'];
/** Where services have a span, or what holds some, as text. */
const WRITTEN = new Set(['Document', 'message', '@message', 'MessageBody', 'body', 'line']);

/** How the spans of a tracer are known. */
export interface SpanMarks {
  readonly isSpan: (record: JsonObject) => boolean;
  /** Nanoseconds in one unit of its times, where neither name nor size tells it. */
  readonly perUnit?: bigint;
}

/** Whether a value is a span or holds some. */
export function holdsSpan(value: JsonValue, marks: SpanMarks, depth = DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonObject(value)) {
    if (marks.isSpan(value)) return true;
    if (depth > 0) {
      for (const key in value)
        if (holdsSpan(openText(key, value[key] as JsonValue), marks, depth - 1)) return true;
    }
    return false;
  }
  return depth > 0 && itemsOf(value).some((item) => holdsSpan(item, marks, depth - 1));
}

/** What a value holds; GraphQL wraps each item of a list. */
function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonList(value)) return value.map((item) => pickObject(item, 'node') ?? item);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, cell]) => openText(key, cell));
}

function openText(key: string, cell: JsonValue): JsonValue {
  const isText = typeof cell === 'string' && cell.startsWith('{') && WRITTEN.has(key);
  return isText ? unwrapEncoded(cell) : cell;
}

/**
 * Finds the spans in a file's values, wherever they are: each once, also where it was written when it
 * began and again when it ended, or as a tree and once more beside it.
 * @param out is told of what is beside spans and is none
 */
export function findSpans(
  values: readonly JsonValue[],
  marks: SpanMarks,
  out: Collector,
): readonly Span[] {
  const spans = new Map<string, Span>();
  const leave = (value: JsonValue): void => {
    out.from(value);
    out.unread(value);
  };
  const collect = (value: JsonValue, depth: number): boolean => {
    if (isJsonObject(value) && marks.isSpan(value)) {
      for (const span of treeOf(value, marks)) {
        const key = JSON.stringify([plainId(span.traceId), span.id]);
        const known = spans.get(key);
        spans.set(key, known ? joinSpans(known, span) : span);
      }
      return true;
    }
    const items = depth > 0 ? itemsOf(value) : [];
    const found = items.map((item) => collect(item, depth - 1));
    const isFound = found.includes(true);
    if (isFound && isJsonList(value))
      items.filter((item, index) => !found[index] && item !== null).forEach(leave);
    return isFound;
  };
  for (const value of values) if (!collect(unwrapEncoded(value), DEPTH)) leave(value);
  return withTraces([...spans.values()]);
}

/** A span that names no trace is in that of the span around it. */
function withTraces(spans: readonly Span[]): readonly Span[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const known = new Map<string, string>();
  return spans.map((span) => {
    const path: string[] = [];
    let at: Span | undefined = span;
    while (at?.traceId === '' && !known.has(at.id)) {
      known.set(at.id, '');
      path.push(at.id);
      at = byId.get(at.parentId ?? '');
    }
    const traceId = at?.traceId === '' ? (known.get(at.id) ?? '') : (at?.traceId ?? '');
    for (const id of path) known.set(id, traceId);
    return traceId === span.traceId ? span : { ...span, traceId };
  });
}

/** A span and all that are in it. */
function treeOf(root: JsonObject, { perUnit }: SpanMarks): readonly Span[] {
  const spans: Span[] = [];
  const waiting: (readonly [JsonValue, Around])[] = [[root, {}]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, around] = next;
    if (!isJsonObject(value)) continue;
    const span = readSpan(value, around, perUnit);
    spans.push(span);
    const inside = { traceId: span.traceId, parentId: span.id };
    const inner = INNER.flatMap((key) => pickList(value, key) ?? []);
    for (const child of inner.reverse()) waiting.push([child, inside]);
  }
  return spans;
}
