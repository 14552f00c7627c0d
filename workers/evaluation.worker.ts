import { expose, transfer, type ProxyMarked } from 'comlink';
import { compareRuns, type Comparison } from '#core/compare/compare-runs.ts';
import type { ColumnRoles } from '#core/dataset/columns.ts';
import { readRow } from '#core/dataset/read-row.ts';
import type { FileIssue } from '#core/issues/issue.ts';
import { detailRow, previewRow, type RowDetail, type RowPreview } from '#core/row/row-detail.ts';
import { contentKeyOf } from '#core/scoring/chunk-builder.ts';
import { joinColumns, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import { digestRun, type RunDigest } from '#core/summary/digest.ts';
import { viewRows, type Filter, type Sorting } from '#core/view/view-rows.ts';
import { inspectFile, type Inspection } from './inspect-file.ts';
import {
  readRecords,
  searchRows,
  writeResults,
  type ResultFileType,
  type RowPlaces,
} from './read-rows.ts';
import { scoreLines, scoreText, type ScoreJob, type ScoredPart } from './score-source.ts';

/** Pieces of the runs that this worker keeps, so that their columns cross the boundary once. */
const held = new Map<string, ScoredColumns[]>();
const MOST_HELD = 9;

function heldColumns(key: string): ScoredColumns {
  const pieces = held.get(key);
  if (!pieces) throw new RangeError(`no columns held as ${key}`);
  const columns = joinColumns(pieces);
  if (pieces.length > 1) held.set(key, [columns]);
  return columns;
}

const api = {
  /** Answers at once: tells a living worker from a dead one. */
  ping(): true {
    return true;
  },

  inspect(blob: Blob, name: string, chosen: ColumnRoles): Promise<Inspection> {
    return inspectFile(blob, name, chosen);
  },

  scoreLines(job: ScoreJob, start: number, end: number): Promise<ScoredPart> {
    return scoreLines(job, start, end);
  },

  scoreText(
    job: ScoreJob,
    onPart: ((part: ScoredPart) => Promise<void>) & ProxyMarked,
  ): Promise<FileIssue | undefined> {
    return scoreText(job, (part) => onPart(part));
  },

  async previewRows(rows: Blob, places: RowPlaces, roles: ColumnRoles): Promise<RowPreview[]> {
    const previews: RowPreview[] = [];
    await readRecords(rows, places, (record) => previews.push(previewRow(record, roles)));
    return previews;
  },

  async detailRow(
    rows: Blob,
    places: RowPlaces,
    roles: ColumnRoles,
  ): Promise<RowDetail | undefined> {
    let detail: RowDetail | undefined;
    await readRecords(rows, places, (record) => {
      detail = detailRow(record, roles);
    });
    return detail;
  },

  /** Keys of prompt and reference, for rows that have an id and must be paired without it. */
  async contentKeys(rows: Blob, places: RowPlaces, roles: ColumnRoles): Promise<Float64Array> {
    const keys = new Float64Array(places.offsets.length);
    await readRecords(rows, places, (record, index) => {
      keys[index] = contentKeyOf(record, readRow(record, roles, 0).row, roles);
    });
    return keys;
  },

  searchRows(rows: Blob, places: RowPlaces, text: string): Promise<Uint8Array> {
    return searchRows(rows, places, text);
  },

  writeResults(
    rows: Blob,
    columns: ScoredColumns,
    wanted: Uint32Array,
    type: ResultFileType,
  ): Promise<Blob> {
    return writeResults(rows, columns, wanted, type);
  },

  /**
   * Keeps a piece of a run for the calls below. The runs used longest ago are dropped; the keys of
   * those kept are returned.
   */
  hold(key: string, piece: ScoredColumns, isFirst: boolean): string[] {
    const pieces = isFirst ? [] : (held.get(key) ?? []);
    held.delete(key);
    held.set(key, [...pieces, piece]);
    for (const oldest of held.keys()) {
      if (held.size <= MOST_HELD) break;
      held.delete(oldest);
    }
    return [...held.keys()];
  },

  digest(key: string, isPartial: boolean): RunDigest {
    return digestRun(heldColumns(key), isPartial);
  },

  view(
    key: string,
    filters: readonly Filter[],
    sorting: Sorting,
    textMatches?: Uint8Array,
  ): Uint32Array {
    const rows = viewRows(heldColumns(key), filters, sorting, textMatches);
    return transfer(rows, [rows.buffer]);
  },

  compare(baselineKey: string, candidateKey: string): Comparison {
    return compareRuns(heldColumns(baselineKey), heldColumns(candidateKey));
  },
};

/** What the page can ask of this worker. */
export type EvaluationApi = typeof api;

expose(api);
