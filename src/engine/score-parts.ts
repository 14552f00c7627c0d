import type { FileIssue } from '#core/read/issues/issue.ts';
import type { RowPlaces } from '#workers/read-rows.ts';
import type { RecordsPart, RowsToScore } from '#workers/score-records.ts';
import type { ScoredPart, ScoreJob } from '#workers/score-job.ts';
import type { NumberedPart } from '#workers/score-source.ts';
import type { PartGatherer } from './part-gatherer.ts';
import type { TaskRunner } from './task-runner.ts';

/** Small, because the first rows should come soon. */
export const FIRST_SLICE_BYTES = 1024 * 1024;
const MAX_SLICE_BYTES = 16 * 1024 * 1024;
const MIN_SLICE_BYTES = 2 * 1024 * 1024;
/** Slices get smaller towards the end, so that all workers end together. */
const SHARE_OF_REST = 1 / 5;
/** A megabyte takes some ten milliseconds; a worker this late is hung. */
const SLICE_DEADLINE_MS = 20_000;

/** A file that begins with this many invalid lines is not a dataset. */
const BROKEN_LINES = 100_000;

/** What is scored, by whom, and who takes it. */
export interface PartWork {
  readonly pool: TaskRunner;
  readonly job: ScoreJob;
  readonly signal: AbortSignal;
  /** Receives the parts; those it already has are left out. */
  readonly gatherer: PartGatherer;
}

/** The start of a slice, and its end (exclusive). */
export type Slice = readonly [start: number, end: number];

/**
 * Scores a file of lines in parallel slices.
 * @param brokenLimit gives up after so many invalid lines without a row
 */
export async function scoreAsLines(
  { pool, job, signal, gatherer }: PartWork,
  brokenLimit = BROKEN_LINES,
): Promise<FileIssue | null> {
  const slices = sliceFile(job.blob.size).slice(gatherer.partCount);
  const score = ([start, end]: Slice): Promise<ScoredPart> =>
    pool.ask('scoreLines', { job, start, end }, { signal, deadlineMs: SLICE_DEADLINE_MS });
  for await (const part of runAhead(pool, slices, score)) {
    await gatherer.add(part);
    const { rowCount, recordCount: count, lineCount: line } = gatherer;
    if (rowCount === 0 && count >= brokenLimit) return { code: 'records_broken', line, count };
  }
  return null;
}

/**
 * Scores a table in parallel slices. Where records begin in a slice is guessed; a slice that does
 * not continue the one before is read again. After a record that breaks the rules, the rest is read
 * in sequence.
 * @throws AbortError when cancelled; WorkerLost when workers keep failing
 */
export async function scoreAsRecords(
  { pool, job, signal, gatherer }: PartWork,
  slices: readonly Slice[] = sliceFile(job.blob.size),
): Promise<FileIssue | null> {
  let at = gatherer.bytesRead;
  const rest = slices.filter(([, end]) => end > at);
  const score = ([start, end]: Slice, known?: number): Promise<RecordsPart | undefined> =>
    pool.ask('scoreRecords', { job, start, end, known }, { signal, deadlineMs: SLICE_DEADLINE_MS });
  let index = 0;
  for await (const guessed of runAhead(pool, rest, (slice) => score(slice))) {
    const slice = rest[index++] as Slice;
    // a long record may end beyond the next slice
    if (at >= slice[1]) continue;
    const found = guessed?.from === at ? guessed : await score(slice, at);
    if (!found) continue;
    const failure = found.failure && gatherer.shift(found.failure);
    if (found.to > at) await gatherer.add(found.part);
    at = found.to;
    if (failure) return failure;
    if (found.isIrregular) return scoreAsText({ pool, job, signal, gatherer }, at);
  }
  return null;
}

/** Scores the rest of a file in one worker; what precedes is gathered already. */
export async function scoreAsText(
  { pool, job, signal, gatherer }: PartWork,
  from = 0,
): Promise<FileIssue | null> {
  const partsBefore = gatherer.partCount;
  const onProgress = async ({ part, index }: NumberedPart, touch: () => void): Promise<void> => {
    // after a lost worker, parts come again
    if (index >= gatherer.partCount - partsBefore) await gatherer.add(part, touch);
  };
  const limits = { signal, deadlineMs: SLICE_DEADLINE_MS };
  const issue = await pool.ask('scoreText', { job, from }, { ...limits, onProgress });
  return issue ? gatherer.shift(issue) : null;
}

type TablePlaces = RowPlaces & Pick<RowsToScore, 'table'>;

/** The size of the pieces in which rows are scored again, in bytes. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Scores rows of the job's blob, which may begin with a table, in parallel by their places. */
export async function scoreAsPlaced(
  { offsets, lengths, table }: TablePlaces,
  { pool, job, signal, gatherer }: PartWork,
): Promise<null> {
  const score = ([from, to]: Slice): Promise<ScoredPart> => {
    const places = { offsets: offsets.slice(from, to), lengths: lengths.slice(from, to) };
    const rows = { job, table, places };
    return pool.ask('scoreRowsAt', rows, { signal, deadlineMs: SLICE_DEADLINE_MS });
  };
  for await (const part of runAhead(pool, cutRows(lengths), score)) await gatherer.add(part);
  return null;
}

/** Cuts rows into pieces: the first row of each, and the one after its last. */
function cutRows(lengths: Uint32Array): Slice[] {
  const pieces: Slice[] = [];
  let from = 0;
  let bytes = 0;
  for (const [row, length] of lengths.entries()) {
    bytes += length;
    if (bytes < PIECE_BYTES && row + 1 < lengths.length) continue;
    pieces.push([from, row + 1]);
    from = row + 1;
    bytes = 0;
  }
  return pieces;
}

/** Depends only on the size, so that equal content has equal fingerprints. */
function sliceFile(size: number): Slice[] {
  const slices: Slice[] = [];
  for (let start = 0; start < size;) {
    const share = Math.ceil((size - start) * SHARE_OF_REST);
    const bytes = Math.max(MIN_SLICE_BYTES, Math.min(MAX_SLICE_BYTES, share));
    const end = Math.min(size, start + (start === 0 ? FIRST_SLICE_BYTES : bytes));
    slices.push([start, end]);
    start = end;
  }
  return slices;
}

/** Runs two slices for each worker, so that all are busy and memory is bounded; yields in order. */
async function* runAhead<T>(
  pool: TaskRunner,
  slices: readonly Slice[],
  run: (slice: Slice) => Promise<T>,
): AsyncGenerator<T> {
  const waiting: Promise<T>[] = [];
  let next = 0;
  const startNext = (): void => {
    const slice = slices[next++];
    if (!slice) return;
    const result = run(slice);
    result.catch(() => undefined); // awaited in order below; a later one may fail first
    waiting.push(result);
  };
  for (let i = 0; i < pool.size * 2; i++) startNext();
  for (let result = waiting.shift(); result; result = waiting.shift()) {
    const value = await result;
    startNext();
    yield value;
  }
}
