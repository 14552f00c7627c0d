import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { RowsDescriber, type RowsDescription } from '#core/dataset/describe-rows.ts';
import { isJsonObject, type JsonObject } from '#core/json/json-value.ts';
import { readRowText } from '#core/json/read-lenient.ts';
import { ResultCsv } from '#core/results/result-csv.ts';
import {
  planResultColumns,
  resultCells,
  resultLine,
  resultNames,
} from '#core/results/result-table.ts';
import type { LabelColumn, ScoredColumns } from '#core/scoring/scored-columns.ts';
import { ToolPairGatherer } from '#core/tool-table/tool-pair-gatherer.ts';
import { CellGatherer, shortCell, type CellValues } from '#core/view/cell-values.ts';
import type { SourceFilter } from '#core/view/filter.ts';
import { recordMatcher } from '#core/view/match-record.ts';
import type { RowSource } from './held-run.ts';

/** Where rows stand in their source. */
export interface RowPlaces {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
}

// Rows that stand close together are read with one read, and some reads go on at a time.
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

/** Told how many rows have been read; the answer says whether to go on. */
export type OnProgress = (rowsDone: number) => Promise<boolean>;

/**
 * Reads rows from their source.
 * @param rows the source, one JSON object per line
 * @param places where the rows stand
 * @param take receives the records with their index in `places`
 * @param onProgress asked between reads whether to go on
 * @returns whether all rows were read
 */
export function readRecords(
  rows: Blob,
  places: RowPlaces,
  take: (record: JsonObject, index: number) => void,
  onProgress?: OnProgress,
): Promise<boolean> {
  return readTexts(rows, places, (text, index) => take(recordOf(text), index), onProgress);
}

/**
 * Reads the record that a row's text holds.
 * @param text the text
 * @returns the record; an empty one for text that is no row
 */
export function recordOf(text: string): JsonObject {
  const reading = readRowText(text);
  return reading.ok && isJsonObject(reading.value) ? reading.value : {};
}

/**
 * Reads the texts of rows from their source.
 * @param rows the source
 * @param places where the rows stand
 * @param take receives the texts with their index in `places`
 * @param onProgress asked between reads whether to go on
 * @returns whether all rows were read
 */
export async function readTexts(
  rows: Blob,
  places: RowPlaces,
  take: (text: string, index: number) => void,
  onProgress?: OnProgress,
): Promise<boolean> {
  const decoder = new TextDecoder();
  const spans = spansOf(places);
  const reads: { span: Span; bytes: Promise<ArrayBuffer> }[] = [];
  const readOn = (): void => {
    const { value: span } = spans.next() as IteratorResult<Span, undefined>;
    if (!span) return;
    const bytes = rows.slice(span.from, span.to).arrayBuffer();
    // a read that fails is told of when it is its turn
    bytes.catch(() => undefined);
    reads.push({ span, bytes });
  };
  for (let i = 0; i < READS_AHEAD; i++) readOn();
  for (let read = reads.shift(); read; read = reads.shift()) {
    const { first, end, from } = read.span;
    const bytes = new Uint8Array(await read.bytes);
    readOn();
    for (let index = first; index < end; index++) {
      const start = (places.offsets[index] as number) - from;
      take(decoder.decode(bytes.subarray(start, start + (places.lengths[index] as number))), index);
    }
    if (onProgress && !(await onProgress(end))) return false;
  }
  return true;
}

/**
 * Finds the rows that meet conditions on their source.
 * @param rows the source
 * @param places where the rows stand
 * @param filters the conditions
 * @param onProgress asked between reads whether to go on
 * @returns for each condition one byte per row, 1 where it is met; undefined when stopped
 */
export async function matchRows(
  rows: Blob,
  places: RowPlaces,
  filters: readonly SourceFilter[],
  onProgress?: OnProgress,
): Promise<Uint8Array[] | undefined> {
  const conditions = filters.map((filter) => ({
    isMet: recordMatcher(filter),
    matches: new Uint8Array(places.offsets.length),
  }));
  const take = (record: JsonObject, index: number): void => {
    for (const { isMet, matches } of conditions) if (isMet(record)) matches[index] = 1;
  };
  const isWhole = await readRecords(rows, places, take, onProgress);
  return isWhole ? conditions.map(({ matches }) => matches) : undefined;
}

/**
 * Reads one column of all rows.
 * @param rows the source
 * @param places where the rows stand
 * @param column the column's name
 * @param onProgress asked between reads whether to go on
 * @returns its values; undefined when stopped
 */
export async function readCells(
  rows: Blob,
  places: RowPlaces,
  column: string,
  onProgress?: OnProgress,
): Promise<CellValues | undefined> {
  const gatherer = new CellGatherer(places.offsets.length);
  const take = (record: JsonObject, index: number): void =>
    gatherer.add(index, shortCell(record, column));
  return (await readRecords(rows, places, take, onProgress)) ? gatherer.finish() : undefined;
}

/**
 * Reads the expected and called tools of all rows.
 * @param source the source, and how its rows are read
 * @param places where the rows stand
 * @param onProgress asked between reads whether to go on
 * @returns the tool pairs; undefined when stopped
 */
export async function readToolPairs(
  { rows, roles, matching }: RowSource,
  places: RowPlaces,
  onProgress?: OnProgress,
): Promise<LabelColumn | undefined> {
  const gatherer = new ToolPairGatherer(roles, matching);
  const isWhole = await readRecords(rows, places, (record) => gatherer.add(record), onProgress);
  return isWhole ? gatherer.finish() : undefined;
}

/**
 * Says of rows what a person needs to know to choose how they are read.
 * @param rows the source
 * @param places where the rows stand
 * @param roles which column plays which role
 * @returns their tools, columns and first rows
 */
export async function describeRows(
  rows: Blob,
  places: RowPlaces,
  roles: ColumnRoles,
): Promise<RowsDescription> {
  const describer = new RowsDescriber(roles);
  await readRecords(rows, places, (record) => describer.add(record));
  return describer.finish();
}

/** File types results can be written as. */
export type ResultFileType = 'csv' | 'jsonl';

/**
 * Writes rows with their scores as a file.
 * @param rows the source
 * @param columns the scored rows
 * @param wanted the row numbers to write, in order
 * @param type the file type
 * @returns the file
 */
export async function writeResults(
  rows: Blob,
  columns: ScoredColumns,
  wanted: Uint32Array,
  type: ResultFileType,
): Promise<Blob> {
  const plan = planResultColumns(columns);
  const places = {
    offsets: Float64Array.from(wanted, (row) => columns.offsets[row] as number),
    lengths: Uint32Array.from(wanted, (row) => columns.lengths[row] as number),
  };
  const table = new ResultCsv(resultNames(plan));
  const lines: string[] = [];
  await readRecords(rows, places, (record, index) => {
    const row = wanted[index] as number;
    if (type === 'csv') table.add(resultCells(plan, record, row));
    else lines.push(`${resultLine(plan, record, row)}\n`);
  });
  if (type === 'csv') return new Blob(table.parts(), { type: 'text/csv' });
  return new Blob(lines, { type: 'application/jsonl' });
}
