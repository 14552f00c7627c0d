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

/**
 * Makes a random UUID, of version 4, as an id of what is stored. Browsers have a function of their own
 * on secure pages only.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // its version and its variant
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const ends = [0, 8, 12, 16, 20, 32];
  return ends
    .slice(1)
    .map((end, at) => digits.slice(ends[at], end))
    .join('-');
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
