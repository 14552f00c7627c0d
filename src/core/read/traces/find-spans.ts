import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pickList, unwrapEncoded } from '#core/base/json/pick.ts';
import { findRecords } from '#core/read/transcripts/find-records.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import { isMilliseconds, isSpan } from './marks.ts';
import { aroundOf, nearest } from './span-step.ts';
import { joinSpans, plainId, readSpan, type Around, type Span } from './span.ts';

/** Where spans have those that are in them, at any depth. */
const INNER = ['child_runs', 'spans', 'observations', 'subsegments', 'children'];

/**
 * Finds the spans in a file's values, wherever they are: each once, also where it was written when it
 * began and again when it ended, or as a tree and once more beside it.
 * @param out is told of what is beside spans and is none
 */
export function findSpans(values: readonly JsonValue[], out: Collector): readonly Span[] {
  const spans = new Map<string, Span>();
  const leave = (value: JsonValue): void => {
    out.from(value);
    out.unread(value);
  };
  for (const value of values) {
    const found = findRecords(unwrapEncoded(value), isSpan);
    if (found.length === 0) leave(value);
    for (const one of found) {
      if (!one.isRecord) leave(one.value);
      for (const span of one.isRecord ? treeOf(one.value as JsonObject) : []) {
        const key = JSON.stringify([plainId(span.traceId), span.id]);
        const known = spans.get(key);
        spans.set(key, known ? joinSpans(known, span) : span);
      }
    }
  }
  return withTraces([...spans.values()]);
}

/** A span that names no trace is in that of the span around it. */
function withTraces(spans: readonly Span[]): readonly Span[] {
  const traces = nearest(aroundOf(spans), ({ traceId }) => (traceId === '' ? undefined : traceId));
  return spans.map((span) => ({ ...span, traceId: traces.get(span) ?? '' }));
}

/** A span and all that are in it. */
function treeOf(root: JsonObject): readonly Span[] {
  const perUnit = isMilliseconds(root) ? 1 : undefined;
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
