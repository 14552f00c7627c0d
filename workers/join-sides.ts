import { assignRoles } from '#core/dataset/columns.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { sketchRow, type RowSketch } from '#core/dataset/describe-rows.ts';
import { joinRow, type SideRow } from '#core/dataset/join-row.ts';
import { PairKeyReader, type JoinOrder, type PairKeys } from '#core/dataset/pair-sides.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { LineBuffer } from './line-buffer.ts';
import { readRecords, type OnProgress, type RowPlaces } from './read-rows.ts';

/** The rows of one of two files that belong together. */
export interface SideRows {
  readonly rows: Blob;
  readonly places: RowPlaces;
  readonly roles: ColumnRoles;
}

/**
 * Reads what the rows of a file are paired by.
 * @param side the rows
 * @param onProgress asked between reads whether to go on
 * @returns their keys; undefined when stopped
 */
export async function readPairKeys(
  { rows, places, roles }: SideRows,
  onProgress?: OnProgress,
): Promise<PairKeys | undefined> {
  const reader = new PairKeyReader(places.offsets.length, roles);
  const take = (record: JsonObject, index: number): void => reader.add(record, index);
  return (await readRecords(rows, places, take, onProgress)) ? reader.finish() : undefined;
}

/** Rows of the second file are read batch by batch: in their own order, whatever that of the pairs. */
const BATCH_ROWS = 20_000;

/**
 * Puts the rows of two files together.
 * @param predictions the rows with the predicted side
 * @param references the rows with the reference side
 * @param order which of them are one row
 * @param take receives the rows in order
 * @param onProgress asked between batches whether to go on
 * @returns whether all rows were put together
 */
async function joinSides(
  predictions: SideRows,
  references: SideRows,
  order: JoinOrder,
  take: (row: JsonObject) => void,
  onProgress?: OnProgress,
): Promise<boolean> {
  const rowCount = order.predictions.length;
  for (let from = 0; from < rowCount; from += BATCH_ROWS) {
    const to = Math.min(rowCount, from + BATCH_ROWS);
    const predicted = await readSome(predictions, order.predictions.subarray(from, to));
    const expected = await readSome(references, order.references.subarray(from, to));
    for (let row = from; row < to; row++) {
      const own = predicted.get(order.predictions[row] as number);
      const other = expected.get(order.references[row] as number);
      take(joinRow(own, other));
    }
    if (onProgress && !(await onProgress(to))) return false;
  }
  return true;
}

/** Reads the rows with some numbers, in the order they stand in. */
async function readSome(
  { rows, places, roles }: SideRows,
  wanted: Int32Array,
): Promise<ReadonlyMap<number, SideRow>> {
  const numbers = wanted.filter((row) => row >= 0).sort();
  const found = new Map<number, SideRow>();
  const some = {
    offsets: Float64Array.from(numbers, (row) => places.offsets[row] as number),
    lengths: Uint32Array.from(numbers, (row) => places.lengths[row] as number),
  };
  await readRecords(rows, some, (record, index) =>
    found.set(numbers[index] as number, { record, roles }),
  );
  return found;
}

/**
 * Writes the rows of two files as one.
 * @param predictions the rows with the predicted side
 * @param references the rows with the reference side
 * @param order which of them are one row
 * @param onProgress asked between batches whether to go on
 * @returns JSONL; undefined when stopped
 */
export async function writeJoined(
  predictions: SideRows,
  references: SideRows,
  order: JoinOrder,
  onProgress?: OnProgress,
): Promise<Blob | undefined> {
  const lines = new LineBuffer();
  const parts: Blob[] = [];
  let rowCount = 0;
  const take = (row: JsonObject): void => {
    lines.add(printJson(row));
    // a blob need not stay in memory
    if (++rowCount % BATCH_ROWS === 0) parts.push(lines.take());
  };
  const isWhole = await joinSides(predictions, references, order, take, onProgress);
  return isWhole ? new Blob([...parts, lines.take()]) : undefined;
}

/**
 * Says in short what some rows of two files would be together.
 * @param predictions the rows with the predicted side
 * @param references the rows with the reference side
 * @param order which of them are one row
 * @returns a sketch per row
 */
export async function sketchJoined(
  predictions: SideRows,
  references: SideRows,
  order: JoinOrder,
): Promise<RowSketch[]> {
  const sketches: RowSketch[] = [];
  await joinSides(predictions, references, order, (row) =>
    sketches.push(sketchRow(row, assignRoles(Object.keys(row)))),
  );
  return sketches;
}
