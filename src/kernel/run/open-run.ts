import type { Annotations } from '#core/score/review/annotation-columns.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import type { DonePart } from '#engine/part-gatherer.ts';
import type { RunDigest } from '#core/explain/summary/digest.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';

/** A run with everything the screens show of it. Replaced whole when anything changes. */
export interface OpenRun extends ReadableRun, RunDigest {
  readonly record: RunRecord;
  /** What was opened, where rows are not read from it. */
  readonly original: Blob | null;
  /** Of an interrupted run: what need not be scored again to continue it. */
  readonly parts: readonly DonePart[];
  /** Whether more rows are to come. */
  readonly isGrowing?: boolean;
  /** The text of the records that were skipped. */
  readonly skipped: Blob;
  /** The messages exchanged with its agent, where they came with the run and are not stored; see run-file.ts. */
  readonly said?: Blob | undefined;
}

let openings = 0;

/** A key for columns that has not been used before. */
export function newRunKey(): string {
  return `run-${String(++openings)}`;
}

/** Makes a random id of what is stored; browsers make UUIDs on secure pages only. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Begins the ids of runs that are not stored. */
const UNSAVED = 'unsaved-';
let unsavedRuns = 0;

/** Marks a run that came from outside. A sample's run is found by its id: that stays our own. */
export function asUnsaved(record: RunRecord): RunRecord {
  const state = record.state === 'complete' ? 'running' : record.state;
  const id = UNSAVED + String(++unsavedRuns);
  return { ...record, id, sourceId: '', sampleId: '', state };
}

/** Whether a run came from outside and is not stored. */
export function isUnsaved(record: RunRecord): boolean {
  return record.id.startsWith(UNSAVED);
}

/** How many rows a run has, also while a stored one is still being read. */
export function rowCountOf({ record, columns }: OpenRun): number {
  return Math.max(record.rowCount, columns.rowCount);
}

/** Whether a run has all rows of its dataset, scored here; it may not be stored yet. */
export function isWhole({ record, isGrowing }: OpenRun): boolean {
  const isStoring = record.state === 'running' && isGrowing !== true && !isUnsaved(record);
  return record.state === 'complete' || isStoring;
}

/** Whether the references of a run can be changed: it has rows, and all of them are scored. */
export function canEdit({ record, roles }: OpenRun): boolean {
  const hasColumn = roles.reference_trajectory ?? roles.reference_trajectories;
  return (
    hasColumn !== undefined &&
    roles.predicted_trajectory !== undefined &&
    (record.state === 'complete' || isUnsaved(record))
  );
}

/** Picks ratings and reviews, without absent ones. */
export function annotationsOf({ ratings, errorAnalysis }: Annotations): Annotations {
  return { ...(ratings && { ratings }), ...(errorAnalysis && { errorAnalysis }) };
}

/** Whether there are ratings or reviews. */
export function hasAnnotations({ ratings, errorAnalysis }: Annotations): boolean {
  return ratings !== undefined || errorAnalysis !== undefined;
}
