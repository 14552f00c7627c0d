import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { readLenient } from '#core/json/read-lenient.ts';
import {
  csvRecord,
  planResultColumns,
  resultCells,
  resultLine,
  resultNames,
} from '#core/results/result-table.ts';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';

/** Where rows stand in their source. */
export interface RowPlaces {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
}

// Rows that stand close together are read with one read.
const SPAN_BYTES = 4 * 1024 * 1024;

/**
 * Reads rows from their source.
 * @param rows the source, one JSON object per line
 * @param places where the rows stand
 * @param take receives the records with their index in `places`
 */
export async function readRecords(
  rows: Blob,
  places: RowPlaces,
  take: (record: JsonObject, index: number) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const count = places.offsets.length;
  for (let first = 0; first < count;) {
    const start = places.offsets[first] as number;
    let last = first;
    let end = start + (places.lengths[first] as number);
    while (last + 1 < count) {
      const offset = places.offsets[last + 1] as number;
      const next = offset + (places.lengths[last + 1] as number);
      if (offset < end || next - start > SPAN_BYTES) break;
      end = next;
      last++;
    }
    const bytes = new Uint8Array(await rows.slice(start, end).arrayBuffer());
    for (let index = first; index <= last; index++) {
      const from = (places.offsets[index] as number) - start;
      const text = decoder.decode(bytes.subarray(from, from + (places.lengths[index] as number)));
      const reading = readLenient(text);
      take(reading.ok && isJsonObject(reading.value) ? reading.value : {}, index);
    }
    first = last + 1;
  }
}

/**
 * Searches rows for a text, in any value, without regard to case.
 * @param rows the source
 * @param places where the rows stand
 * @param text what to look for
 * @returns one byte per row, 1 where it occurs
 */
export async function searchRows(rows: Blob, places: RowPlaces, text: string): Promise<Uint8Array> {
  const needle = text.toLowerCase();
  const matches = new Uint8Array(places.offsets.length);
  await readRecords(rows, places, (record, index) => {
    if (contains(record, needle)) matches[index] = 1;
  });
  return matches;
}

function contains(value: JsonValue, needle: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(needle);
  if (typeof value !== 'object' || value === null) return String(value).includes(needle);
  if (isJsonList(value)) return value.some((item) => contains(item, needle));
  return Object.values(value).some((item) => contains(item, needle));
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
  const lines = type === 'csv' ? [`${csvRecord(resultNames(plan))}\r\n`] : [];
  await readRecords(rows, places, (record, index) => {
    const row = wanted[index] as number;
    if (type === 'csv') lines.push(`${csvRecord(resultCells(plan, record, row))}\r\n`);
    else lines.push(`${resultLine(plan, record, row)}\n`);
  });
  return new Blob(lines, { type: type === 'csv' ? 'text/csv' : 'application/jsonl' });
}
