import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  readWith,
  type Adapter,
  type AdapterNote,
  type AdapterOptions,
  type AdapterResult,
  type Origin,
} from '#core/read/framework/adapter.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';
import { shape } from '#core/read/shape/shape.ts';
import { bfcl } from './bfcl/bfcl.ts';
import { braintrust } from './braintrust.ts';
import { promptfoo } from './promptfoo.ts';
import { taskbench } from './taskbench.ts';
import { braintrustSpans, langfuse, langsmith, openaiAgents, opentelemetry } from './tracers.ts';
import { vertex } from './vertex.ts';

/** Every adapter, in the order they are tried: the more telling marks first. */
export const ADAPTERS: readonly Adapter[] = [
  vertex,
  promptfoo,
  langfuse,
  braintrustSpans,
  braintrust,
  langsmith,
  opentelemetry,
  taskbench,
  bfcl,
  openaiAgents,
  shape,
];

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
  const others = new OtherRecords(reading, adapter, options);
  const isOther = new Set(reading.others);
  const notes: AdapterNote[] = [...reading.notes, ...others.notes];
  const rows: JsonObject[] = [];
  const origins: Origin[] = [];
  const plain: number[] = [];
  for (const [index, row] of reading.rows.entries()) {
    const read = others.rowsAt(index);
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
  return { rows, origins, others: plain, notes, names: reading.names };
}

interface FoundRow {
  readonly row: JsonObject;
  readonly origin: Origin;
}

/** The records of a file that its framework did not write, read by the adapters that know them. */
class OtherRecords {
  readonly notes: AdapterNote[] = [];
  readonly #reading: AdapterResult;
  /** The rows that came of a record, by its place among the rows; none where others hold them. */
  readonly #rows = new Map<number, FoundRow[]>();

  constructor(reading: AdapterResult, adapter: Adapter, options: AdapterOptions) {
    this.#reading = reading;
    const groups = new Map<Adapter, number[]>();
    const unknown: number[] = [];
    for (const index of reading.others) {
      const record = this.#recordAt(index);
      // a chat in which nothing was called has no marks
      const own = recogniseAdapter([record]) ?? (isConversation(record) ? shape : undefined);
      if (!own || own === adapter) unknown.push(index);
      else if (groups.has(own)) groups.get(own)?.push(index);
      else groups.set(own, [index]);
    }
    for (const index of unknown) {
      // one without calls may be known only beside others of its kind
      const own = [...groups.keys()].find((known) => {
        const read = readWith(known, [this.#recordAt(index)], options);
        return read.rows.length > 0 && read.others.length === 0;
      });
      if (own) groups.get(own)?.push(index);
    }
    for (const [own, indexes] of groups)
      this.#read(
        own,
        indexes.sort((a, b) => a - b),
        options,
      );
  }

  rowsAt(index: number): readonly FoundRow[] | undefined {
    return this.#rows.get(index);
  }

  #recordAt(index: number): JsonValue {
    return this.#reading.origins[index]?.[0] ?? null;
  }

  /** Records of one framework are read together: several of them may tell of one run. */
  #read(adapter: Adapter, indexes: readonly number[], options: AdapterOptions): void {
    const [first = 0] = indexes;
    const places = new Map(indexes.map((index) => [this.#recordAt(index), index]));
    const read = readWith(adapter, [...places.keys()], options);
    for (const index of indexes) this.#rows.set(index, []);
    const origins = new Map<Origin, Origin>();
    for (const [index, row] of read.rows.entries()) {
      const record = read.origins[index]?.find((part) => places.has(part));
      const place = (record !== undefined ? places.get(record) : undefined) ?? first;
      const own = read.origins[index] ?? [];
      // rows of one record have one origin
      const origin = origins.get(own) ?? [...own, ...(this.#reading.origins[place] ?? [])];
      origins.set(own, origin);
      this.#rows.get(place)?.push({ row, origin });
    }
    const origin = this.#reading.origins[first] ?? [];
    this.notes.push(...read.notes.map((note) => ({ ...note, origin })));
  }
}
