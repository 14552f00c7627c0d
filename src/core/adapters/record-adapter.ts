import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { pickObject, unwrapEncoded } from '#core/json/pick.ts';
import type { Adapter } from './adapter.ts';
import { Reading } from './reading.ts';

/** A framework whose files are records: one for each run, task or test. */
export interface RecordFramework {
  readonly id: string;
  readonly title: string;
  /** Tells a record of the framework from other objects. */
  readonly isRecord: (value: JsonObject) => boolean;
  /** Keys of a record that its rows are read from; the others are kept as columns of their own. */
  readonly uses: readonly string[] | 'all';
  readonly readRecord: (record: JsonObject, reading: Reading) => void;
}

/** Lists and objects around the records are looked through this deep. */
const DEPTH = 4;

/**
 * Makes the adapter of a framework whose files are records, in lists or wrapped in objects.
 * @param framework its name, the marks of its records and their reader
 * @returns the adapter
 */
export function recordAdapter(framework: RecordFramework): Adapter {
  const { id, title, isRecord, uses, readRecord } = framework;
  return {
    id,
    title,
    recognise: (value) => holdsRecord(value, isRecord, DEPTH),
    read: (values, options) => {
      const reading = new Reading(options);
      for (const value of values) {
        const records = findRecords(value, isRecord, true);
        reading.from(value);
        if (records.length === 0) reading.note('record_unread');
        for (const record of records) {
          reading.from(record, value);
          if (isRecord(record)) {
            if (uses !== 'all') reading.keepRest(record, uses);
            readRecord(record, reading);
          } else reading.other(record);
        }
      }
      return reading.result();
    },
  };
}

/**
 * Finds the records inside a value.
 * @param value any value; JSON text inside it is read
 * @param isRecord tells a record; nothing inside one is looked at
 * @param withOthers whether other objects that stand among records in a list, or that are the whole
 * value or its items, are wanted too
 * @returns the records in order
 */
export function findRecords(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  withOthers = false,
): readonly JsonObject[] {
  const opened = unwrapEncoded(value);
  const found = collect(opened, isRecord, DEPTH, withOthers);
  if (!withOthers || found.length > 0) return found;
  return (isJsonList(opened) ? opened : [opened]).filter(isJsonObject);
}

function collect(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  depth: number,
  withOthers: boolean,
): readonly JsonObject[] {
  if (isJsonObject(value) && isRecord(value)) return [value];
  if (depth === 0) return [];
  const items = itemsOf(value);
  const found = items.map((item) => collect(item, isRecord, depth - 1, withOthers));
  const isList = withOthers && isJsonList(value) && found.some((inner) => inner.length > 0);
  return items.flatMap((item, index) => {
    const inner = found[index] ?? [];
    return isList && inner.length === 0 && isJsonObject(item) ? [item] : inner;
  });
}

/**
 * Tells whether a value is a record or holds one.
 * @param value any value
 * @param isRecord tells a record
 * @param depth levels looked through
 * @returns whether there is one
 */
export function holdsRecord(
  value: JsonValue,
  isRecord: (value: JsonObject) => boolean,
  depth = DEPTH,
): boolean {
  if (isJsonObject(value) && isRecord(value)) return true;
  return depth > 0 && itemsOf(value).some((item) => holdsRecord(item, isRecord, depth - 1));
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  // GraphQL wraps each item of a list
  if (isJsonList(value)) return value.map((item) => pickObject(item, 'node') ?? item);
  return isJsonObject(value) ? Object.values(value) : [];
}
