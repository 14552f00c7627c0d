import { transfer } from 'comlink';
import type { RecordSlices, RowTable, TableForm } from '#core/read/containers/format.ts';
import { PATTERN_KEYS } from '#core/read/dataset/find-reference-patterns.ts';
import { findFormat } from '#core/read/formats/registry.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { buffersOf } from '#core/score/columns/pack-columns.ts';
import { mentionsKey } from './find-keys.ts';
import { withScanner, type ScannedTable, type Scanner } from '#workers/lane/lane-scanner.ts';
import { TextPlaces, PartWriter } from './part-writer.ts';
import { readRowBytes, recordAt, rowDecoder, type RowBytes, type RowPlaces } from './read-rows.ts';
import { readBytes, markLength } from './scan-lines.ts';
import type { ScoredPart, ScoreJob, SliceToScore } from './score-job.ts';
import { LONG_SILENCE_MS, signalAlive } from './to-page.ts';

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

/** Returns how a job's file is read in slices. Throws RangeError when it cannot be. */
export function slicesOf({ formatId, head }: ScoreJob): RecordSlices {
  const format = findFormat(formatId);
  const slices = format?.kind === 'text' ? format.slice?.(head) : undefined;
  if (!slices) throw new RangeError(`${formatId} is not read in slices`);
  return slices;
}

/** Most records that begin before the end of a range also end soon after it. */
const MORE_BYTES = 64 * 1024;
const MAX_MORE_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const LONG_PIECE_BYTES = 2 * PIECE_BYTES;
/** Records that could not be scanned before scanning is given up, unless as many could. */
const MAX_DECLINED = 100;

interface RecordsToScore extends SliceToScore {
  /** The byte the first record begins at; without it, that is guessed. */
  readonly known?: number | undefined;
  /** Whether every record is read as a value. */
  readonly isLaneOff?: boolean;
}

/**
 * Scores the records that begin inside a range of the file, where they stay.
 * @returns the part, its lines counted from 1; undefined when no beginning could be guessed
 */
export function scoreRecords(records: RecordsToScore): Promise<RecordsPart | undefined> {
  return withScanner(records, (scanner) => scoreRecordsWith(scanner, records));
}

async function scoreRecordsWith(
  scanner: Scanner | undefined,
  { job, start, end, known }: RecordsToScore,
): Promise<RecordsPart | undefined> {
  const slices = slicesOf(job);
  const { blob } = job;
  // the byte before shows whether a record begins right at the start
  const base = known ?? Math.max(0, start - 1);
  signalAlive(LONG_SILENCE_MS);
  const last = Math.min(blob.size, end + MORE_BYTES);
  let bytes = await readBytes(blob, base, last, (length) => scanner?.roomFor(length));
  let isWhole = base + bytes.length >= blob.size;
  const guess = known === undefined && start > 0 ? slices.guessStart(bytes, isWhole) : 0;
  if (guess === undefined) return undefined;
  const isFirst = base + guess === 0;
  const parts = new PartWriter(job, true);
  if (isFirst) for (const note of job.notes) parts.note(note);
  const reader = slices.createReader(parts, isFirst);
  // a mark within the file is part of a cell
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let at = guess + (isFirst ? markLength(bytes) : 0);
  let pieceFrom = at;
  let lineCounts: number[] = [];
  let lineCount = 0;
  let isIrregular = false;
  let opening = isFirst ? slices.scanOpening : undefined;
  const readPiece = (textEnd = at): void => {
    signalAlive(at - pieceFrom > LONG_PIECE_BYTES ? LONG_SILENCE_MS : undefined);
    if (at > pieceFrom) {
      const piece = bytes.subarray(pieceFrom, textEnd);
      parts.readingAt(new TextPlaces(piece, base + pieceFrom));
      reader.read(decoder.decode(piece), lineCounts);
    }
    pieceFrom = at;
    lineCounts = [];
  };
  const table = slices.table && scannedTable(slices.table);
  const isScannable = !slices.table || table !== undefined;
  /** The scanner with all bytes; undefined where they are to be read the usual way. */
  let lane: Scanner | undefined;
  const load = (): void => {
    lane = isScannable && scanner?.load(bytes, parts.wanted, table) === true ? scanner : undefined;
  };
  load();
  /** How many records more may be declined. */
  let patience = MAX_DECLINED;
  /** Scans what can be scanned from here on; a table's header is read by the reader. */
  const scanOn = (): boolean => {
    const isHeader = isFirst && slices.table !== undefined && parts.rowCount === 0;
    if (!lane || patience <= 0 || opening || isHeader) return false;
    readPiece();
    const [before, rowsBefore] = [at, parts.rowCount];
    at = pieceFrom = lane.scanRecords(at, Math.min(end - base, bytes.length), lineCount, {
      row: (cells, offset, length, line) =>
        parts.scanned(cells, { offset: base + offset, length, line }),
      kind: (...kind) => parts.kind(...kind),
      counted: (rows) => parts.counted(rows, base),
      filled: (column, count) => parts.filled(column, count),
      some: () => signalAlive(),
    });
    patience += parts.rowCount - rowsBefore - 1;
    reader.pass(lane.lineCount - lineCount);
    lineCount = lane.lineCount;
    return at > before;
  };
  while ((opening || base + at < end) && !parts.failure) {
    if (scanOn()) continue;
    const scan = opening ? opening(bytes, at) : slices.scan(bytes, at, isWhole);
    if (scan === 'irregular') {
      isIrregular = true;
      break;
    }
    if (scan === 'cut') {
      const to = base + bytes.length;
      signalAlive(LONG_SILENCE_MS);
      const more = Math.min(MAX_MORE_BYTES, bytes.length);
      bytes = join(bytes, await readBytes(blob, to, Math.min(blob.size, to + more)));
      isWhole = base + bytes.length >= blob.size;
      load();
      continue;
    }
    opening = undefined;
    at = scan.end;
    lineCount += scan.lineCount;
    lineCounts.push(scan.lineCount);
    if (!slices.table) readPiece(scan.textEnd);
    else if ((lane && patience > 0) || at - pieceFrom >= PIECE_BYTES) readPiece();
  }
  readPiece();
  reader.end();
  // without a row before it, the irregular record may be the header
  if (isFirst && isIrregular && parts.rowCount === 0) at = guess;
  parts.count(bytes.subarray(guess, at), lane?.hashOf(guess, at));
  const { failure } = parts;
  const written = parts.finish(lineCount);
  const read = bytes.subarray(guess, at);
  // rewritten rows may have keys that their source has in other quotes
  const part = written.rows
    ? written
    : {
        ...written,
        mentionsPatterns:
          lane?.hasQuotedDollar(guess, at) !== false && mentionsKey(read, PATTERN_KEYS),
      };
  const found: RecordsPart = { part, from: base + guess, to: base + at, isIrregular, failure };
  return transfer(found, buffersOf(part.columns));
}

/** A table as it can be scanned; undefined where its records are more than their cells. */
function scannedTable(table: TableForm): ScannedTable | undefined {
  const { names, delimiter, nameless, isGuarded } = table;
  if (isGuarded || nameless.some(({ isLeftOut }) => isLeftOut === undefined)) return undefined;
  const leftOut = new Set(nameless.flatMap(({ name, isLeftOut }) => (isLeftOut ? [name] : [])));
  return {
    names: names.map((name) => (leftOut.has(name) ? null : name)),
    delimiter: delimiter.charCodeAt(0),
  };
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Rows of a run. */
export interface RowsToScore {
  /** Its blob is what the rows are read from. */
  readonly job: ScoreJob;
  /** The table that the blob begins with, if any. */
  readonly table: RowTable | undefined;
  /** Where the rows are. */
  readonly places: RowPlaces;
  /** Whether every row is read as a value. */
  readonly isLaneOff?: boolean;
}

/**
 * Scores rows of which it is known where they are.
 * @returns the part, its rows in the order of their places
 */
export function scoreRowsAt(rows: RowsToScore): Promise<ScoredPart> {
  return withScanner(rows, (scanner) => scoreRowsWith(scanner, rows));
}

async function scoreRowsWith(
  scanner: Scanner | undefined,
  { job, table, places }: RowsToScore,
): Promise<ScoredPart> {
  const parts = new PartWriter(job, true);
  // rows are scanned one by one: none is just counted
  const wanted = { ...parts.wanted, countedBy: 'none' } as const;
  const scanned = table && scannedTable(table);
  const isInTable = (offset: number): boolean => table !== undefined && offset < table.bytes;
  const decoder = rowDecoder(table);
  let place = { offset: 0, length: 0, line: 0 };
  parts.readingAt({ placeOf: () => place });
  let bytesRead = 0;
  signalAlive(LONG_SILENCE_MS);
  await readRowBytes(job.blob, places, ({ bytes, first, end, from }: RowBytes) => {
    signalAlive(LONG_SILENCE_MS);
    bytesRead += bytes.length;
    const isTable = isInTable(from);
    const isLoaded =
      (!isTable || scanned !== undefined) &&
      scanner?.load(bytes, wanted, isTable ? scanned : undefined) === true;
    for (let index = first; index < end; index++) {
      const offset = places.offsets[index] as number;
      const length = places.lengths[index] as number;
      const start = offset - from;
      place = { offset, length, line: 0 };
      // lines of JSON may follow a table at once
      const canScan = isLoaded && isInTable(offset) === isTable;
      const cells = canScan ? scanner.scanRow(start, start + length) : undefined;
      if (cells) {
        parts.scanned(cells, place);
        continue;
      }
      const text = decoder.decode(bytes.subarray(start, start + length));
      parts.row(recordAt(text, offset, table), 0);
    }
  });
  const part = { ...parts.finish(), bytesRead };
  return transfer(part, buffersOf(part.columns));
}
