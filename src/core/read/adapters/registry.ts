import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pickList } from '#core/base/json/pick.ts';
import { isChatRow } from '#core/read/transcripts/record-cells.ts';
import {
  type Adapter,
  readWith,
  type AdapterNote,
  type AdapterOptions,
  type AdapterResult,
  type Origin,
} from '#core/read/framework/adapter.ts';
import { eachRecord, holdsRecord } from '#core/read/transcripts/find-records.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';
import { shape } from '#core/read/shape/shape.ts';
import { bfcl } from './bfcl/bfcl.ts';
import { promptfoo } from './promptfoo.ts';
import { taskbench } from './taskbench.ts';
import { traces } from '#core/read/traces/write-traces.ts';

const SIDES = ['predicted_trajectory', 'reference_trajectory'] as const;

/**
 * Rows of the evaluation service, and its result tables: kept as they are, their cells are read
 * where rows are scored.
 */
export const vertex: Adapter = {
  id: 'vertex',
  title: 'Evaluation service rows',
  recognise: (value) => holdsRecord(value, isRow),
  read: (values, out) =>
    eachRecord(values, isRow, out, (record) => {
      for (const name of Object.keys(record))
        if (name.endsWith('/score')) out.note('scores_kept', name);
      out.row(record);
    }),
};

function isRow(value: JsonObject): boolean {
  return hasKey(value, ...SIDES) && !isColumns(value) && !isChatRow(value);
}

/** A table as an object of columns: each side is a list of lists. */
function isColumns(value: JsonObject): boolean {
  return SIDES.some((side) => {
    const cells = pickList(value, side) ?? [];
    return cells.length > 0 && cells.every(isJsonList);
  });
}

/** Every adapter, in the order they are tried: the more telling marks first. */
export const ADAPTERS: readonly Adapter[] = [vertex, promptfoo, traces, taskbench, bfcl, shape];

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
 * Reads all values of a file into rows. Records that the file's framework did not write are read by
 * the adapter that knows them; one that none knows is a row as it is.
 * @returns the rows in the order of their records, and the notes of all adapters
 */
export function readRecords(
  adapter: Adapter,
  values: readonly JsonValue[],
  options: AdapterOptions,
): AdapterResult {
  const reading = readWith(adapter, values, options);
  if (reading.others.length === 0) return reading;
  const others = readOthers(reading, adapter, options);
  const isOther = new Set(reading.others);
  const notes: AdapterNote[] = [...reading.notes, ...others.notes];
  const rows: JsonObject[] = [];
  const origins: Origin[] = [];
  const plain: number[] = [];
  for (const [index, row] of reading.rows.entries()) {
    const read = others.rows.get(index);
    if (read) {
      rows.push(...read.map((found) => found.row));
      origins.push(...read.map((found) => found.origin));
      continue;
    }
    const origin = reading.origins[index] ?? [];
    if (isOther.has(index)) {
      if (isJsonList(origin[0] ?? null)) {
        notes.push({ code: 'record_unread', count: 1, detail: '', origin });
        continue;
      }
      plain.push(rows.length);
    }
    rows.push(row);
    origins.push(origin);
  }
  const [first] = plain;
  if (first !== undefined) {
    const origin = origins[first] ?? [];
    notes.push({ code: 'record_other', count: plain.length, detail: '', origin });
  }
  return { ...reading, rows, origins, others: plain, notes };
}

interface FoundRow {
  readonly row: JsonObject;
  readonly origin: Origin;
}

/**
 * Reads the records of a file that its framework did not write with the adapters that know them;
 * those of one framework together, since several of them may tell of one run.
 * @returns the rows that came of a record, by its place among the rows; none where others hold them
 */
function readOthers(
  { others, origins }: AdapterResult,
  adapter: Adapter,
  options: AdapterOptions,
): { readonly rows: ReadonlyMap<number, readonly FoundRow[]>; readonly notes: AdapterNote[] } {
  const recordAt = (index: number): JsonValue => origins[index]?.[0] ?? null;
  const groups = new Map<Adapter, number[]>();
  const unknown: number[] = [];
  for (const index of others) {
    const record = recordAt(index);
    // a chat in which nothing was called has no marks
    const own = recogniseAdapter([record]) ?? (isConversation(record) ? shape : undefined);
    if (!own || own === adapter) unknown.push(index);
    else if (groups.has(own)) groups.get(own)?.push(index);
    else groups.set(own, [index]);
  }
  for (const index of unknown) {
    // one without calls may be known only beside others of its kind
    const own = [...groups.keys()].find((known) => {
      const read = readWith(known, [recordAt(index)], options);
      return read.rows.length > 0 && read.others.length === 0;
    });
    groups.get(own ?? adapter)?.push(index);
  }
  const rows = new Map<number, FoundRow[]>();
  const notes: AdapterNote[] = [];
  for (const [owner, found] of groups) {
    const indexes = [...found].sort((a, b) => a - b);
    const [first = 0] = indexes;
    const places = new Map(indexes.map((index) => [recordAt(index), index]));
    const read = readWith(owner, [...places.keys()], options);
    const known = new Map<Origin, Origin>();
    for (const index of indexes) rows.set(index, []);
    for (const [index, row] of read.rows.entries()) {
      const own = read.origins[index] ?? [];
      const record = own.find((part) => places.has(part));
      const place = (record !== undefined ? places.get(record) : undefined) ?? first;
      // rows of one record have one origin
      const origin = known.get(own) ?? [...own, ...(origins[place] ?? [])];
      known.set(own, origin);
      rows.get(place)?.push({ row, origin });
    }
    notes.push(...read.notes.map((note) => ({ ...note, origin: origins[first] ?? [] })));
  }
  return { rows, notes };
}
