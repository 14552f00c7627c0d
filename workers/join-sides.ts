import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import {
  PairKeyReader,
  type PairKeys,
  joinRow,
  type JoinOrder,
  type SideRow,
} from '#core/read/dataset/pair-sides.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { LineBuffer } from './line-buffer.ts';
import {
  placesOf,
  readRecords,
  type OnProgress,
  type RowFile,
  type RowPlaces,
} from './read-rows.ts';

/** The rows of one of two files that belong together. */
export interface SideRows extends RowFile {
  readonly places: RowPlaces;
  readonly roles: ColumnRoles;
}

/** Reads what the rows of a file are paired by. */
export async function readPairKeys(side: SideRows, onProgress?: OnProgress): Promise<PairKeys> {
  const { places, roles } = side;
  const reader = new PairKeyReader(places.offsets.length, roles);
  const take = (record: JsonObject, index: number): void => reader.add(record, index);
  await readRecords(side, places, take, onProgress);
  return reader.finish();
}

/** The two sides of a dataset, and which of their rows are one row. */
export interface Sides {
  readonly predictions: SideRows;
  readonly references: SideRows;
  readonly order: JoinOrder;
}

/** Rows of the second file are read batch by batch: in their own order, whatever that of the pairs. */
const BATCH_ROWS = 20_000;
/** A row may be a whole session. */
const BATCH_BYTES = 32_000_000;

/** Joins the rows of two files, in order; `onProgress` is called between batches. */
export async function joinSides(
  { predictions, references, order }: Sides,
  take: (row: JsonObject) => void,
  onProgress?: OnProgress,
): Promise<void> {
  const rowCount = order.predictions.length;
  for (let from = 0, to = 0; from < rowCount; from = to) {
    for (let bytes = 0; to < rowCount && to - from < BATCH_ROWS && bytes < BATCH_BYTES; to++)
      bytes +=
        sizeOf(predictions, order.predictions[to]) + sizeOf(references, order.references[to]);
    const predicted = await readSome(predictions, order.predictions.subarray(from, to));
    const expected = await readSome(references, order.references.subarray(from, to));
    for (let row = from; row < to; row++) {
      const own = predicted.get(order.predictions[row] as number);
      const other = expected.get(order.references[row] as number);
      take(joinRow(own, other));
    }
    await onProgress?.(to / rowCount);
  }
}

const sizeOf = ({ places }: SideRows, row = -1): number => places.lengths[row] ?? 0;

/** Reads the rows with some numbers, in the order they are in. */
async function readSome(side: SideRows, wanted: Int32Array): Promise<ReadonlyMap<number, SideRow>> {
  const { places, roles } = side;
  // a reference may be that of several rows
  const numbers = Int32Array.from(new Set(wanted.filter((row) => row >= 0))).sort();
  const found = new Map<number, SideRow>();
  await readRecords(side, placesOf(places, numbers), (record, index) =>
    found.set(numbers[index] as number, { record, roles }),
  );
  return found;
}

/** Writes the rows of two files as one, as JSONL with the service's own names for columns. */
export async function writeJoined(sides: Sides, onProgress?: OnProgress): Promise<Blob> {
  const lines = new LineBuffer();
  const parts: Blob[] = [];
  const take = (row: JsonObject): void => void lines.add(printJson(row));
  await joinSides(sides, take, async (share) => {
    // a blob need not stay in memory
    parts.push(lines.take());
    await onProgress?.(share);
  });
  return new Blob(parts);
}
