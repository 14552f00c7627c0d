import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readRowText } from '#core/base/literals/parse-tolerant.ts';
import type { RowTable } from '#core/read/containers/format.ts';
import { readRecord } from '#core/read/formats/csv/record-writer.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';

/** What rows are read from. */
export interface RowFile {
  readonly rows: Blob;
  /** Set where they are records of a table: else they are JSON, on one line each or on several. */
  readonly table: RowTable | undefined;
}

/** The source of a run's rows, and how they are read. */
export interface RowSource extends RowFile {
  readonly roles: ColumnRoles;
  /** What its rows are scored under. */
  readonly settings: MetricSettings;
}

/** Where rows are in their source. */
export interface RowPlaces {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
}

/**
 * Finds where some rows are in their source.
 * @returns their places, in the same order; empty ones for numbers without a row
 */
export function placesOf({ offsets, lengths }: RowPlaces, rows: ArrayLike<number>): RowPlaces {
  return {
    offsets: Float64Array.from(rows, (row) => offsets[row] ?? 0),
    lengths: Uint32Array.from(rows, (row) => lengths[row] ?? 0),
  };
}

// Rows that are close together are read with one read, and several reads run at a time.
const SPAN_BYTES = 4 * 1024 * 1024;
const GAP_BYTES = 64 * 1024;
const READS_AHEAD = 6;

/** Neighbouring rows: places `first` to `end` − 1, bytes `from` to `to` − 1. */
interface Span {
  readonly first: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

function* spansOf({ offsets, lengths }: RowPlaces): Generator<Span> {
  for (let first = 0; first < offsets.length;) {
    const from = offsets[first] as number;
    let to = from + (lengths[first] as number);
    let end = first + 1;
    for (; end < offsets.length; end++) {
      const offset = offsets[end] as number;
      const next = offset + (lengths[end] as number);
      if (offset < to || offset - to > GAP_BYTES || next - from > SPAN_BYTES) break;
      to = next;
    }
    yield { first, end, from, to };
    first = end;
  }
}

/** Reports the share of the rows read so far, in [0,1]; rejects to stop reading. */
export type OnProgress = (share: number) => Promise<void>;

/**
 * Reads rows from their source.
 * @param take receives the records with their index in `places`
 */
export function readRecords(
  file: RowFile,
  places: RowPlaces,
  take: (record: JsonObject, index: number) => void,
  onProgress?: OnProgress,
): Promise<void> {
  const takeText = (text: string, index: number, offset: number): void =>
    take(recordAt(text, offset, file.table), index);
  return readSourceTexts(file, places, takeText, onProgress);
}

/** Reads the record that the text of a row holds; an empty one for text that is no row. */
export function recordAt(text: string, offset: number, table: RowTable | undefined): JsonObject {
  return table && offset < table.bytes ? readRecord(text, table) : recordOf(text);
}

/**
 * Reads the record that a row’s JSON holds.
 * @returns the record; an empty one for text that is no row
 */
export function recordOf(text: string): JsonObject {
  const reading = readRowText(text);
  return reading.ok && isJsonObject(reading.value) ? reading.value : {};
}

/** Decodes rows: within a table, a byte order mark is part of a cell. */
export function rowDecoder(table: RowTable | undefined): TextDecoder {
  return new TextDecoder('utf-8', { ignoreBOM: table !== undefined });
}

/** Reads one row. */
export async function readRowAt(
  { rows, table }: RowFile,
  { offsets, lengths }: RowPlaces,
  row: number,
): Promise<JsonObject | undefined> {
  const offset = offsets[row];
  if (offset === undefined) return undefined;
  const bytes = await rows.slice(offset, offset + (lengths[row] ?? 0)).arrayBuffer();
  return recordAt(rowDecoder(table).decode(bytes), offset, table);
}

/**
 * Reads rows from their source as texts of JSON, with their index in `places`: as they are written
 * there, or, of a table, made of its cells.
 */
export function readTexts(
  file: RowFile,
  places: RowPlaces,
  take: (text: string, index: number) => void,
): Promise<void> {
  const { table } = file;
  return readSourceTexts(file, places, (text, index, offset) => {
    const isJson = !table || offset >= table.bytes;
    take(isJson ? text : printJson(readRecord(text, table)), index);
  });
}

function readSourceTexts(
  { rows, table }: RowFile,
  places: RowPlaces,
  take: (text: string, index: number, offset: number) => void,
  onProgress?: OnProgress,
): Promise<void> {
  const decoder = rowDecoder(table);
  const takeSome = ({ bytes, first, end, from }: RowBytes): void => {
    for (let index = first; index < end; index++) {
      const offset = places.offsets[index] as number;
      const start = offset - from;
      const text = decoder.decode(bytes.subarray(start, start + (places.lengths[index] as number)));
      take(text, index, offset);
    }
  };
  return readRowBytes(rows, places, takeSome, onProgress);
}

/** The bytes of rows that are close together. */
export interface RowBytes extends Span {
  readonly bytes: Uint8Array;
}

/**
 * Reads the bytes of rows from their source.
 * @param take receives the bytes of some rows at a time
 */
export async function readRowBytes(
  rows: Blob,
  places: RowPlaces,
  take: (some: RowBytes) => void,
  onProgress?: OnProgress,
): Promise<void> {
  const spans = spansOf(places);
  const reads: { span: Span; bytes: Promise<ArrayBuffer> }[] = [];
  const readOn = (): void => {
    const { value: span } = spans.next() as IteratorResult<Span, undefined>;
    if (!span) return;
    const bytes = rows.slice(span.from, span.to).arrayBuffer();
    // a read that fails is reported when it is its turn
    bytes.catch(() => undefined);
    reads.push({ span, bytes });
  };
  for (let i = 0; i < READS_AHEAD; i++) readOn();
  for (let read = reads.shift(); read; read = reads.shift()) {
    const bytes = new Uint8Array(await read.bytes);
    readOn();
    take({ ...read.span, bytes });
    await onProgress?.(read.span.end / places.offsets.length);
  }
}
