import { findCandidates, type Candidate } from '#core/read/adapters/candidates.ts';
import type { FilePart } from '#core/read/framework/adapter.ts';
import { ADAPTERS } from '#core/read/adapters/registry.ts';
import { pick } from '#core/base/json/pick.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import {
  RowsDescriber,
  sketchRow,
  type RowsDescription,
  type RowSketch,
} from '#core/read/dataset/describe-rows.ts';
import {
  joinRow,
  PairKeyReader,
  type SideRow,
  type JoinOrder,
  type PairKeys,
} from '#core/read/dataset/pair-sides.ts';
import { ParsedHead } from '#core/read/containers/head-values.ts';
import { headValues } from '#core/read/formats/frameworks/frameworks.ts';
import { recogniseFormat } from '#core/read/formats/registry.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson, tryJson } from '#core/base/json/parse-json.ts';
import type { HeldRuns } from '#workers/held-run.ts';
import { LineBuffer } from '#workers/line-buffer.ts';
import {
  placesOf,
  readRecords,
  type OnProgress,
  type RowFile,
  type RowPlaces,
} from '#workers/read-rows.ts';
import { readBytes } from '#workers/read-bytes.ts';
import { unwrapFile, unpackFile } from '#workers/unpack-file.ts';

/** Rows whose tools are counted. */
const DESCRIBED_ROWS = 20_000;

/** Describes the first rows of a run to who chooses how they are read: tools, columns, a few rows. */
export async function describeRows([{ columns, source }]: HeldRuns): Promise<RowsDescription> {
  const describer = new RowsDescriber(source.roles);
  const places = {
    offsets: columns.offsets.subarray(0, DESCRIBED_ROWS),
    lengths: columns.lengths.subarray(0, DESCRIBED_ROWS),
  };
  await readRecords(source, places, (record) => describer.add(record));
  return describer.finish();
}

/** A file as it was opened, packed or not. */
interface OpenedFile {
  readonly blob: Blob;
  /** Its name, or an empty text. */
  readonly name: string;
}

/** Lists of calls stand near the beginning too; the choice holds for the whole file. */
const LOOKED_AT_BYTES = 4 * 1024 * 1024;

/**
 * Finds the lists in a file of any shape that may be trajectories.
 * @returns the places of lists in the first 4 MB, most calls first; none in Parquet or no JSON
 */
export async function findLists(file: OpenedFile): Promise<readonly Candidate[]> {
  const unpacked = await unpackFile(file.blob);
  if (unpacked.kind !== 'text') return [];
  const { blob } = unpacked;
  const text = await blob.slice(0, LOOKED_AT_BYTES).text();
  const { name } = file;
  const head = new ParsedHead({ text, isWhole: blob.size <= LOOKED_AT_BYTES, name });
  const unwrapped = await unwrapFile(blob, head, recogniseFormat(head));
  return findCandidates(
    headValues(
      unwrapped
        ? new ParsedHead({ text: unwrapped.text, isWhole: head.isWhole, name }, head)
        : head,
    ),
  );
}

/** What a file brings to a dataset whose parts are in separate files. */
export interface PartOfDataset {
  readonly part: FilePart;
  /** The id that it begins with: files of one kind that begin alike are of different runs. */
  readonly firstId: string;
}

/**
 * Finds out whether a file is a part of a dataset, by its first line.
 * @returns which part; undefined for a file that is read by itself
 */
export async function partOfDataset(file: Blob): Promise<PartOfDataset | undefined> {
  const text = await file.slice(0, LOOKED_AT_BYTES).text();
  const record = tryJson(text.slice(0, Math.max(0, text.indexOf('\n'))) || text)?.value;
  if (record === undefined) return undefined;
  for (const { partOf } of ADAPTERS) {
    const part = partOf?.(record);
    const id = pick(record, 'id');
    if (part) return { part, firstId: typeof id === 'object' ? '' : String(id) };
  }
  return undefined;
}

/** A line of a file, as far as it is shown. */
export interface LineText {
  readonly text: string;
  /** Whether the line goes on. */
  readonly isCut: boolean;
}

interface WantedLine {
  readonly blob: Blob;
  /** 1-based. */
  readonly line: number;
}

const NEWLINE = 10;
const STEP_BYTES = 4 * 1024 * 1024;
const SHOWN_BYTES = 100_000;

/**
 * Reads one line of a file, wherever it is.
 * @returns the line, cut at 100 kB; undefined when the file has no such line or is no text
 */
export async function readLine({ blob: file, line }: WantedLine): Promise<LineText | undefined> {
  const unpacked = await unpackFile(file);
  if (unpacked.kind !== 'text') return undefined;
  const { blob } = unpacked;
  const start = await startOf(blob, line);
  if (start === undefined || start >= blob.size) return undefined;
  const bytes = await readBytes(blob, start, Math.min(blob.size, start + SHOWN_BYTES));
  const end = bytes.indexOf(NEWLINE);
  const isCut = end < 0 && start + bytes.length < blob.size;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: start > 0 });
  const text = decoder.decode(end < 0 ? bytes : bytes.subarray(0, end), { stream: isCut });
  return { text: text.replace(/\r$/, ''), isCut };
}

async function startOf(blob: Blob, line: number): Promise<number | undefined> {
  let left = line - 1;
  if (left === 0) return 0;
  for (let from = 0; from < blob.size; from += STEP_BYTES) {
    const bytes = await readBytes(blob, from, Math.min(blob.size, from + STEP_BYTES));
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1))
      if (--left === 0) return from + at + 1;
  }
  return undefined;
}

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
interface Sides {
  readonly predictions: SideRows;
  readonly references: SideRows;
  readonly order: JoinOrder;
}

/** Rows of the second file are read batch by batch: in their own order, whatever that of the pairs. */
const BATCH_ROWS = 20_000;

/** Joins the rows of two files, in order; `onProgress` is called between batches. */
async function joinSides(
  { predictions, references, order }: Sides,
  take: (row: JsonObject) => void,
  onProgress?: OnProgress,
): Promise<void> {
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
    await onProgress?.(to / rowCount);
  }
}

/** Reads the rows with some numbers, in the order they stand in. */
async function readSome(side: SideRows, wanted: Int32Array): Promise<ReadonlyMap<number, SideRow>> {
  const { places, roles } = side;
  const numbers = wanted.filter((row) => row >= 0).sort();
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
  let rowCount = 0;
  const take = (row: JsonObject): void => {
    lines.add(printJson(row));
    // a blob need not stay in memory
    if (++rowCount % BATCH_ROWS === 0) parts.push(lines.take());
  };
  await joinSides(sides, take, onProgress);
  return new Blob([...parts, lines.take()]);
}

/** Sketches what some rows of two files would be together. */
export async function sketchJoined(sides: Sides): Promise<RowSketch[]> {
  const sketches: RowSketch[] = [];
  await joinSides(sides, (row) => sketches.push(sketchRow(row, assignRoles(Object.keys(row)))));
  return sketches;
}
