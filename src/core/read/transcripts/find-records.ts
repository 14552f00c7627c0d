import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickObject, unwrapEncoded } from '#core/base/json/pick.ts';
import type { Origin } from '#core/read/framework/adapter.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';

/** Lists and objects around records are looked through this deep. */
const DEPTH = 10;

/** A record, or what is beside some in a list. */
interface Found {
  readonly value: JsonValue;
  readonly isRecord: boolean;
}

/** The records of a file, each with what it is in, and what is no record. */
interface Divided {
  readonly records: readonly (readonly [record: JsonObject, origin: Origin])[];
  readonly others: readonly JsonValue[];
}

/** Divides values into the records inside them, in lists or wrapped in objects, and all else. */
export function divideRecords(
  values: readonly JsonValue[],
  isRecord: (value: JsonObject) => boolean,
): Divided {
  const records: (readonly [JsonObject, Origin])[] = [];
  const others: JsonValue[] = [];
  for (const value of values) {
    const opened = unwrapEncoded(value);
    const found = findRecords(opened, isRecord);
    for (const one of found) {
      const origin = one.value === value ? [value] : [one.value, value];
      if (one.isRecord) records.push([one.value as JsonObject, origin]);
      else others.push(one.value);
    }
    const isList = isJsonList(opened) && !isConversation(opened);
    if (found.length === 0) others.push(...(isList ? opened : [opened]));
  }
  return { records, others };
}

/**
 * Finds the records inside a value, and what is beside them in a list.
 * @param value any value; JSON text in it is read where services write some
 * @returns records and others in order; nothing where there is no record
 */
function findRecords(
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

/** Whether a value is a record or holds one. */
export function holdsRecord(value: JsonValue, isRecord: (value: JsonObject) => boolean): boolean {
  return findRecords(value, isRecord).length > 0;
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
