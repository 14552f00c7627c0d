import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickObject, unwrapEncoded } from '#core/base/json/pick.ts';
import type { Collector, Origin } from '#core/read/framework/adapter.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';

/** Lists and objects around records are looked through this deep. */
const DEPTH = 10;

/**
 * Reads the records inside values one after another: one for each run, task or test, in lists or
 * wrapped in objects.
 * @param values any values; JSON text inside them is read
 * @param read is given each record and where it is from
 * @returns what is beside them
 */
export function eachRecord(
  values: readonly JsonValue[],
  isRecord: (value: JsonObject) => boolean,
  out: Collector,
  read: (record: JsonObject, origin: Origin) => void,
): readonly JsonValue[] {
  const others: JsonValue[] = [];
  for (const value of values) {
    const found = recordsAndOthers(value, isRecord);
    for (const one of found) {
      if (!one.isRecord) {
        others.push(one.value);
        continue;
      }
      const origin = one.value === value ? [value] : [one.value, value];
      out.from(...origin);
      read(one.value as JsonObject, origin);
    }
    if (found.length > 0) continue;
    out.from(value);
    out.note('record_unread');
  }
  return others;
}

/** A record, or what is beside some in a list. */
interface Found {
  readonly value: JsonValue;
  readonly isRecord: boolean;
}

/** Finds the records inside a value, and what is beside them in a list, or instead of them. */
function recordsAndOthers(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
): readonly Found[] {
  const opened = unwrapEncoded(value);
  const found = findRecords(opened, isRecord);
  if (found.length > 0) return found;
  const isOne = !isJsonList(opened) || isConversation(opened);
  return (isOne ? [opened] : opened)
    .filter((item) => isJsonObject(item) || isConversation(item))
    .map((item) => ({ value: item, isRecord: false }));
}

/**
 * Finds the records inside a value, and what is beside them in a list.
 * @param value any value; JSON text in it is read where services write some
 * @returns records and others in order; nothing where there is no record
 */
export function findRecords(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  depth = DEPTH,
): readonly Found[] {
  if (isJsonObject(value) && isRecord(value)) return [{ value, isRecord: true }];
  if (depth === 0) return [];
  const items = itemsOf(value);
  const found = items.map((item) => findRecords(item, isRecord, depth - 1));
  const isList = isJsonList(value) && found.some((inner) => inner.length > 0);
  return items.flatMap((item, index) => {
    const inner = found[index] ?? [];
    return isList && inner.length === 0 && item !== null
      ? [{ value: item, isRecord: false }]
      : inner;
  });
}

/** Whether a value is a record or holds one, as {@link findRecords} looks for them. */
export function holdsRecord(value: JsonValue, isRecord: (value: JsonObject) => boolean): boolean {
  return isWithin(value, isRecord, DEPTH);
}

function isWithin(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  depth: number,
): boolean {
  if (isJsonObject(value) && isRecord(value)) return true;
  return depth > 0 && itemsOf(value).some((item) => isWithin(item, isRecord, depth - 1));
}

/** Where services have a record, or what holds some, as text. */
const WRITTEN = new Set(['Document', 'message', '@message', 'MessageBody', 'body', 'line']);

/** What a value holds; GraphQL wraps each item of a list. */
function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonList(value)) return value.map((item) => pickObject(item, 'node') ?? item);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, cell]) =>
    typeof cell === 'string' && cell.startsWith('{') && WRITTEN.has(key)
      ? unwrapEncoded(cell)
      : cell,
  );
}
