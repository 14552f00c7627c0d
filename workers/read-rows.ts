import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readRowText } from '#core/base/literals/read-lenient.ts';
import type { RowTable } from '#core/read/containers/format.ts';
import { readRecord } from '#core/read/formats/csv/read-record.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { LabelGatherer } from '#core/score/columns/label-gatherer.ts';
import type { LabelColumn } from '#core/score/columns/scored-columns.ts';
import { printPattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import { findPatterns } from '#core/explain/failure-patterns/find-patterns.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import { ToolPairGatherer } from '#core/explain/tool-table/tool-pair.ts';
import { ToolSequenceGatherer } from '#core/explain/tool-table/transitions.ts';
import { CellGatherer, shortCell, type CellValues } from '#core/explain/view/cell-values.ts';
import type { SourceFilter } from '#core/explain/view/filter.ts';
import { recordMatcher } from '#core/explain/view/view-rows.ts';
import type { RowSource } from './held-run.ts';

/** What rows are read from. */
export interface RowFile {
  readonly rows: Blob;
  /** Set where they are records of a table: else they are JSON, on one line each or on several. */
  readonly table: RowTable | undefined;
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

// Rows that are close together are read with one read, and some reads go on at a time.
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

/**
 * Finds the rows that meet conditions on their source.
 * @returns for each condition one byte per row, 1 where it is met
 */
export async function matchRows(
  file: RowFile,
  places: RowPlaces,
  filters: readonly SourceFilter[],
  onProgress?: OnProgress,
): Promise<Uint8Array[]> {
  const conditions = filters.map((filter) => ({
    isMet: recordMatcher(filter),
    matches: new Uint8Array(places.offsets.length),
  }));
  const take = (record: JsonObject, index: number): void => {
    for (const { isMet, matches } of conditions) if (isMet(record)) matches[index] = 1;
  };
  await readRecords(file, places, take, onProgress);
  return conditions.map(({ matches }) => matches);
}

/** Reads one column of all rows. */
export async function readCells(
  file: RowFile,
  places: RowPlaces,
  column: string,
  onProgress?: OnProgress,
): Promise<CellValues> {
  const gatherer = new CellGatherer(places.offsets.length);
  const take = (record: JsonObject, index: number): void =>
    gatherer.add(index, shortCell(record, column));
  await readRecords(file, places, take, onProgress);
  return gatherer.finish();
}

/** Reads the expected and called tools of all rows. */
export async function readToolPairs(
  source: RowSource,
  places: RowPlaces,
  onProgress?: OnProgress,
): Promise<LabelColumn> {
  const gatherer = new ToolPairGatherer(source.roles, source.settings.matching);
  await readRecords(source, places, (record) => gatherer.add(record), onProgress);
  return gatherer.finish();
}

/** The most patterns of a row: a hostile one must not fill the dictionary of a whole run. */
const PATTERNS_PER_ROW = 32;

/** Finds the patterns of failure of all rows. Returns the patterns, see `printPattern`. */
export async function readPatterns(
  source: RowSource,
  places: RowPlaces,
  onProgress?: OnProgress,
): Promise<LabelColumn> {
  const { roles, settings } = source;
  const matcher = createMatcher(settings.matching);
  const labels = new LabelGatherer();
  const take = (record: JsonObject): void => {
    const found = findPatterns(alignRow(record, roles, matcher), settings.declarations);
    labels.add(found.slice(0, PATTERNS_PER_ROW).map(printPattern));
  };
  await readRecords(source, places, take, onProgress);
  return labels.finish();
}

/** Reads the tools called in all rows, in order. */
export async function readSequences(
  source: RowSource,
  places: RowPlaces,
  onProgress?: OnProgress,
): Promise<LabelColumn> {
  const gatherer = new ToolSequenceGatherer(source.roles);
  await readRecords(source, places, (record) => gatherer.add(record), onProgress);
  return gatherer.finish();
}
