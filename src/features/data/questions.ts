import { findCandidates, type Candidate } from '#core/read/adapters/candidates.ts';
import type { FilePart } from '#core/read/framework/adapter.ts';
import { ADAPTERS } from '#core/read/adapters/registry.ts';
import { pick } from '#core/base/json/pick.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import {
  RowsDescriber,
  sketchRow,
  type RowsDescription,
  type RowSketch,
} from '#core/read/dataset/describe-rows.ts';
import { ParsedHead } from '#core/read/containers/head-values.ts';
import { headValues } from '#core/read/formats/frameworks/frameworks.ts';
import { recogniseFormat } from '#core/read/formats/registry.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import type { HeldRuns } from '#workers/held-run.ts';
import { joinSides, type Sides } from '#workers/join-sides.ts';
import { readRecords } from '#workers/read-rows.ts';
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

/** Sketches what some rows of two files would be together. */
export async function sketchJoined(sides: Sides): Promise<RowSketch[]> {
  const sketches: RowSketch[] = [];
  await joinSides(sides, (row) => sketches.push(sketchRow(row, assignRoles(Object.keys(row)))));
  return sketches;
}
