import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  Collector,
  readWith,
  type Adapter,
  type AdapterOptions,
  type AdapterResult,
  type Origin,
} from '#core/read/framework/adapter.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';
import { shape } from '#core/read/shape/shape.ts';
import { bfcl } from './bfcl/bfcl.ts';
import { promptfoo } from './promptfoo.ts';
import { traces } from '#core/read/traces/write-traces.ts';

/** Every adapter, in the order they are tried: the more telling marks first. */
export const ADAPTERS: readonly Adapter[] = [promptfoo, traces, bfcl, shape];

/**
 * Recognises the framework that wrote a file.
 * @returns the first adapter that takes one of them, or all of them as one list
 */
export function recogniseAdapter(values: readonly JsonValue[]): Adapter | undefined {
  return ADAPTERS.find(
    (adapter) =>
      adapter.recognise(values) ||
      // the shape of a list is that of all its values
      (adapter !== shape && values.some((value) => adapter.recognise(value))),
  );
}

/**
 * Reads all values of a file into rows. Records that the file's framework did not write are read like
 * a file of their own; one that none knows is a row as it is.
 * @returns the rows in the order of their records, and the notes of all adapters
 */
export function readRecords(
  adapter: Adapter,
  values: readonly JsonValue[],
  options: AdapterOptions,
): AdapterResult {
  const reading = readWith(adapter, values, options);
  const records = reading.others.map((index) => reading.origins[index]?.[0] ?? null);
  if (records.length === 0) return reading;
  // a chat in which nothing was called has no marks
  const own = recogniseAdapter(records) ?? (records.some(isConversation) ? shape : undefined);
  const isOther = own !== undefined && own !== adapter;
  const read = isOther ? readRecords(own, records, options) : readPlainly(records, options);
  return withOthers(reading, records, read);
}

/** Records as rows of their own; lists have no columns. */
function readPlainly(records: readonly JsonValue[], options: AdapterOptions): AdapterResult {
  const out = new Collector(options);
  for (const record of records) {
    out.from(record);
    if (!isJsonList(record)) out.other(record);
    out.note(isJsonList(record) ? 'record_unread' : 'record_other');
  }
  return out.result();
}

/** What was read, with what was read of its other records, each row at the place of its record. */
function withOthers(
  reading: AdapterResult,
  records: readonly JsonValue[],
  read: AdapterResult,
): AdapterResult {
  const places = new Map(records.map((record, at) => [record, reading.others[at] ?? 0]));
  const [first = 0] = reading.others;
  const placeOf = (origin: Origin): number =>
    places.get(origin.find((part) => places.has(part)) ?? null) ?? first;
  // rows of one record have one origin
  const known = new Map<Origin, Origin>();
  const withAround = (inner: Origin): Origin => {
    const whole = known.get(inner) ?? [...inner, ...(reading.origins[placeOf(inner)] ?? [])];
    known.set(inner, whole);
    return whole;
  };
  const rowsAt = new Map<number, number[]>(reading.others.map((index) => [index, []]));
  for (const [row, origin] of read.origins.entries()) rowsAt.get(placeOf(origin))?.push(row);
  const isPlain = new Set(read.others);
  const rows: JsonObject[] = [];
  const origins: Origin[] = [];
  const others: number[] = [];
  for (const [index, row] of reading.rows.entries()) {
    const own = rowsAt.get(index);
    if (!own) {
      rows.push(row);
      origins.push(reading.origins[index] ?? []);
      continue;
    }
    for (const at of own) {
      if (isPlain.has(at)) others.push(rows.length);
      rows.push(read.rows[at] ?? {});
      origins.push(withAround(read.origins[at] ?? []));
    }
  }
  const notes = read.notes.map((note) => ({ ...note, origin: withAround(note.origin) }));
  return { ...reading, rows, origins, others, notes: [...reading.notes, ...notes] };
}
