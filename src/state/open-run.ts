import type { ReadableRun } from '#bridge/run-reader.ts';
import type { DonePart } from '#bridge/part-gatherer.ts';
import type { RunDigest } from '#core/summary/digest.ts';
import type { RunRecord } from '#storage/schema.ts';

/** A run with everything the screens show of it. Replaced whole when anything changes. */
export interface OpenRun extends ReadableRun, RunDigest {
  readonly record: RunRecord;
  /** What was opened, where it is not JSONL itself. */
  readonly original: Blob | null;
  /** Of an interrupted run: what need not be scored again to go on with it. */
  readonly parts: readonly DonePart[];
  /** The text of the records that were skipped. */
  readonly skipped: Blob;
  /** What was said to its agent, where it came with the run and is not stored; see run-file.ts. */
  readonly said?: Blob | undefined;
}

let openings = 0;

/** A key for columns that has not been used before. */
export function newRunKey(): string {
  return `run-${String(++openings)}`;
}
