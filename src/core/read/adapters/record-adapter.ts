import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickObject, unwrapEncoded } from '#core/base/json/pick.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';

/** A framework whose files are records: one for each run, task or test. */
interface RecordFramework {
  readonly id: string;
  readonly title: string;
  /** Whether an object is a record of the framework. */
  readonly isRecord: (value: JsonObject) => boolean;
  /** Keys of a record that its rows are read from; the others are kept as their own columns. */
  readonly uses: readonly string[] | 'all';
  readonly readRecord: (record: JsonObject, out: Collector) => void;
}

/** Lists and objects around the records are looked through this deep. */
const DEPTH = 4;

/** Creates the adapter of a framework whose files are records, in lists or wrapped in objects. */
export function recordAdapter(framework: RecordFramework): Adapter {
  const { id, title, isRecord, uses, readRecord } = framework;
  return {
    id,
    title,
    recognise: (value) => holdsRecord(value, isRecord, DEPTH),
    read: (values, out) => {
      for (const value of values) {
        out.from(value);
        const count = eachRecord(value, isRecord, out, (record) => {
          if (uses !== 'all') out.keepRest(record, uses);
          readRecord(record, out);
        });
        if (count === 0) out.note('record_unread');
      }
    },
  };
}

/**
 * Reads the records inside a value one after another.
 * @param value any value; JSON text inside it is read
 */
export function eachRecord(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  out: Collector,
  read: (record: JsonObject) => void,
): number {
  const found = recordsAndOthers(value, isRecord);
  for (const record of found) {
    out.from(record, value);
    if (isJsonObject(record) && isRecord(record)) read(record);
    else out.other(record);
  }
  return found.length;
}

/**
 * Finds the records inside a value, and what is beside them in a list, or instead of them.
 * @param value any value; JSON text inside it is read
 * @returns records and others in order
 */
function recordsAndOthers(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
): readonly JsonValue[] {
  const opened = unwrapEncoded(value);
  const found = collect(opened, isRecord, DEPTH);
  if (found.length > 0) return found;
  const isOne = !isJsonList(opened) || isConversation(opened);
  return (isOne ? [opened] : opened).filter(isOther);
}

function isOther(value: JsonValue): boolean {
  return isJsonObject(value) || isConversation(value);
}

function collect(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  depth: number,
): readonly JsonValue[] {
  if (isJsonObject(value) && isRecord(value)) return [value];
  if (depth === 0) return [];
  const items = itemsOf(value);
  const found = items.map((item) => collect(item, isRecord, depth - 1));
  const isList = isJsonList(value) && found.some((inner) => inner.length > 0);
  return items.flatMap((item, index) => {
    const inner = found[index] ?? [];
    return isList && inner.length === 0 && item !== null ? [item] : inner;
  });
}

/**
 * Whether a value is a record or holds one.
 * @param depth levels looked through
 */
export function holdsRecord(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  depth = DEPTH,
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isIn = (item: JsonValue): boolean => holdsRecord(item, isRecord, depth - 1);
  if (isJsonList(value)) return depth > 0 && value.some((item) => isIn(unwrapNode(item)));
  if (isRecord(value)) return true;
  if (depth > 0) for (const key in value) if (isIn(value[key] as JsonValue)) return true;
  return false;
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonList(value)) return value.map(unwrapNode);
  return isJsonObject(value) ? Object.values(value) : [];
}

/** GraphQL wraps each item of a list. */
function unwrapNode(item: JsonValue): JsonValue {
  return pickObject(item, 'node') ?? item;
}
