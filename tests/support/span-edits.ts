import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';

/** Keys of which each span of the fixtures has one. */
const MARKS =
  'spanId span_id spanID SpanId SpanContext context _spanContext context.span_id traceId trace_id run_type object _source message';
const INNER = ['child_runs', 'spans', 'observations', 'subsegments'];

function isSpan(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && MARKS.split(' ').some((key) => key in value);
}

/** Changes each list of spans in a value. */
function edited(value: JsonValue, edit: (spans: JsonValue[]) => JsonValue[]): JsonValue {
  if (isJsonList(value)) {
    const items = value.map((item) => edited(item, edit));
    return value.every(isSpan) ? edit(items) : items;
  }
  if (!isJsonObject(value)) return value;
  const isOpen = !isSpan(value);
  const entries = Object.entries(value).map(([key, cell]): [string, JsonValue] => [
    key,
    isOpen || INNER.includes(key) ? edited(cell, edit) : cell,
  ]);
  return Object.fromEntries(entries);
}

/** Each list of spans in another order. */
export function shuffled(value: JsonValue, random: () => number): JsonValue {
  return edited(value, (spans) => {
    const keys = new Map(spans.map((one) => [one, random()]));
    return spans.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  });
}

/** How many spans a value holds. */
export function spansIn(value: JsonValue): number {
  let count = 0;
  edited(value, (spans) => {
    count += spans.length;
    return spans;
  });
  return count;
}

/** A value without one of its spans, counted in order. */
export function without(value: JsonValue, place: number): JsonValue {
  let at = 0;
  return edited(value, (spans) => spans.filter(() => at++ !== place));
}

/** A value with the keys of its objects in the opposite order. */
export function reversed(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, cell]) => [key, reversed(cell)]));
}
