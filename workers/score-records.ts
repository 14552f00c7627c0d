import { transfer } from 'comlink';
import type { RecordSlices } from '#core/read/containers/format.ts';
import { findFormat } from '#core/read/formats/registry.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { buffersOf } from '#core/score/columns/slice-columns.ts';
import { PartWriter } from './part-writer.ts';
import { readBytes } from './scan-lines.ts';
import type { ScoredPart, ScoreJob, SliceToScore } from './score-source.ts';
import { LONG_SILENCE_MS, signalAlive } from './sign-of-life.ts';

/** The records that begin inside a range of a file, scored. */
export interface RecordsPart {
  readonly part: ScoredPart;
  /** The byte the first of them begins at. */
  readonly from: number;
  /** The byte after the last of them. */
  readonly to: number;
  /** Whether the record at `to` can only be read with all that follows. */
  readonly isIrregular: boolean;
  /** Why reading on makes no sense. */
  readonly failure: FileIssue | undefined;
}

/**
 * Returns how a job's file is read in slices.
 * @param job what to read
 * @returns how
 * @throws RangeError when it cannot be
 */
export function slicesOf({ formatId, head }: ScoreJob): RecordSlices {
  const format = findFormat(formatId);
  const slices = format?.kind === 'text' ? format.slice?.(head) : undefined;
  if (!slices) throw new RangeError(`${formatId} is not read in slices`);
  return slices;
}

/** Most records that begin before the end of a range also end soon after it. */
const MORE_BYTES = 64 * 1024;
const MOST_MORE_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const LONG_PIECE_BYTES = 2 * PIECE_BYTES;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

interface RecordsToScore extends SliceToScore {
  /** The byte the first record begins at; without it, that is guessed. */
  readonly known?: number | undefined;
}

/**
 * Scores the records that begin inside a range of the file and writes them as JSONL.
 * @returns the part, its lines counted from 1; undefined when no beginning could be guessed
 */
export async function scoreRecords({
  job,
  start,
  end,
  known,
}: RecordsToScore): Promise<RecordsPart | undefined> {
  const slices = slicesOf(job);
  const { blob } = job;
  // the byte before tells whether a record begins right at the start
  const base = known ?? Math.max(0, start - 1);
  signalAlive(LONG_SILENCE_MS);
  let bytes = await readBytes(blob, base, Math.min(blob.size, end + MORE_BYTES));
  let isWhole = base + bytes.length >= blob.size;
  const guess = known === undefined && start > 0 ? slices.guessStart(bytes, isWhole) : 0;
  if (guess === undefined) return undefined;
  const isFirst = base + guess === 0;
  const parts = new PartWriter(job);
  if (isFirst) for (const note of job.notes) parts.note(note);
  const reader = slices.createReader(parts, isFirst);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: !isFirst });
  let at = guess + (isFirst && hasMark(bytes) ? BYTE_ORDER_MARK.length : 0);
  let pieceFrom = guess;
  let lineCounts: number[] = [];
  let lineCount = 0;
  let isIrregular = false;
  const readPiece = (): void => {
    signalAlive(at - pieceFrom > LONG_PIECE_BYTES ? LONG_SILENCE_MS : undefined);
    if (at > pieceFrom) reader.read(decoder.decode(bytes.subarray(pieceFrom, at)), lineCounts);
    pieceFrom = at;
    lineCounts = [];
  };
  while (base + at < end && !parts.failure) {
    const scan = slices.scan(bytes, at, isWhole);
    if (scan === 'irregular') {
      isIrregular = true;
      break;
    }
    if (scan === 'cut') {
      const to = base + bytes.length;
      signalAlive(LONG_SILENCE_MS);
      const more = Math.min(MOST_MORE_BYTES, bytes.length);
      bytes = join(bytes, await readBytes(blob, to, Math.min(blob.size, to + more)));
      isWhole = base + bytes.length >= blob.size;
      continue;
    }
    at = scan.end;
    lineCount += scan.lineCount;
    lineCounts.push(scan.lineCount);
    if (at - pieceFrom >= PIECE_BYTES) readPiece();
  }
  readPiece();
  reader.end();
  // without a row before it, the irregular record may be the header
  if (isFirst && isIrregular && parts.rowCount === 0) at = guess;
  parts.count(bytes.subarray(guess, at));
  const { failure } = parts;
  const part = parts.finish(lineCount);
  const found: RecordsPart = { part, from: base + guess, to: base + at, isIrregular, failure };
  return transfer(found, buffersOf(part.columns));
}

function hasMark(bytes: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
