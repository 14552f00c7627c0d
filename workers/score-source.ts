import { transfer } from 'comlink';
import {
  LineReader,
  type Format,
  type RowSink,
  type TextReader,
} from '#core/read/containers/format.ts';
import { PATTERN_KEYS } from '#core/read/dataset/find-reference-patterns.ts';
import { RowPreparer } from '#core/read/dataset/prepare-rows.ts';
import { adapterOptions, type ReadingChoices } from '#core/read/choices/reading-choices.ts';
import { ParsedHead, type FileHead } from '#core/read/containers/head-values.ts';
import { findFormat } from '#core/read/formats/registry.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { hashBytes } from '#core/base/json/equal-json.ts';
import { buffersOf } from '#core/score/columns/pack-columns.ts';
import { withScanner, type LineTaker, type Scanner } from '#workers/lane/lane-scanner.ts';
import { mentionsKey } from './find-keys.ts';
import { TextPlaces, PartWriter } from './part-writer.ts';
import { LINE_LIMIT_BYTES, markLength, readOwnLines, scanLines } from './scan-lines.ts';
import { slicesOf } from './score-records.ts';
import { LONG_SILENCE_MS, signalAlive } from './to-page.ts';
import type { ScoredPart, ScoreJob, SliceToScore } from './score-job.ts';

/** A slice with a longer line in it is read as text: memory of WebAssembly is never given back. */
const MAX_SCANNED_BYTES = 64 * 1024 * 1024;
const LONG_LINE_BYTES = 64 * 1024;
/** So much is read between two signs of life: a longer line is announced first. */
const SILENT_BYTES = LONG_LINE_BYTES;

interface LinesToScore extends SliceToScore {
  /** The most bytes of a line that continues beyond the range; a longer one is skipped. */
  readonly limitBytes?: number;
  /** Whether every line is read as a value. */
  readonly isLaneOff?: boolean;
}

/**
 * Scores the lines that begin inside a range of the file.
 * @returns the part, its lines counted from 1
 */
export function scoreLines(lines: LinesToScore): Promise<ScoredPart> {
  return withScanner(lines, (scanner) => scoreLinesWith(scanner, lines));
}

async function scoreLinesWith(
  scanner: Scanner | undefined,
  { job, start, end, limitBytes = LINE_LIMIT_BYTES }: LinesToScore,
): Promise<ScoredPart> {
  const format = findFormat(job.formatId);
  if (format?.kind !== 'lines') throw new RangeError(`${job.formatId} is not read by lines`);
  signalAlive(LONG_SILENCE_MS);
  const { bytes, offset, tooLong } = await readOwnLines(
    job.blob,
    start,
    end,
    limitBytes,
    (length) => (length <= MAX_SCANNED_BYTES ? scanner?.roomFor(length) : undefined),
  );
  const parts = new PartWriter(job, true);
  let place = { offset: 0, length: 0 };
  let partsOfLine: TextPlaces | undefined;
  parts.readingAt({
    placeOf(span) {
      if (!span) return place;
      const from = place.offset - offset;
      const own = bytes.subarray(from, from + place.length);
      partsOfLine ??= new TextPlaces(own, place.offset, markLength(own));
      return partsOfLine.placeOf(span);
    },
  });
  if (start === 0) for (const note of job.notes) parts.note(note);
  let blank = 0;
  // where code blocks were taken from, empty lines stand for what was before them
  let hasBegun = start > 0;
  let line = 0;
  let silentTo = 0;
  const goTo = (nextLine: number, at: number, length: number): void => {
    line = nextLine;
    // asking for the time costs as much as reading a short line
    if (at + length <= silentTo) return;
    silentTo = at + length + SILENT_BYTES;
    signalAlive(length > LONG_LINE_BYTES ? LONG_SILENCE_MS : undefined);
  };
  const taker: LineTaker = {
    row(cells, at, length, nextLine) {
      goTo(nextLine, at, length);
      hasBegun = true;
      parts.scanned(cells, { offset: offset + at, length, line });
    },
    kind: (...kind) => parts.kind(...kind),
    counted(rows) {
      signalAlive();
      hasBegun = true;
      parts.counted(rows, offset);
    },
    filled: (column, count) => parts.filled(column, count),
    blank(nextLine, isAfterRow) {
      line = nextLine;
      hasBegun ||= isAfterRow;
      if (hasBegun) blank++;
    },
    line(text, at, length, nextLine) {
      goTo(nextLine, at, length);
      if (isBlankLine(text)) {
        if (hasBegun) blank++;
        return;
      }
      hasBegun = true;
      partsOfLine = undefined;
      place = { offset: offset + at, length };
      format.readLine(text, line, parts);
    },
  };
  const scanned =
    bytes.length <= MAX_SCANNED_BYTES ? scanner?.scan(bytes, parts.wanted, taker) : undefined;
  const { hash, lineCount, hasQuotedDollar } = scanned ?? {
    lineCount: scanLines(bytes, taker),
    hash: hashBytes(bytes),
    hasQuotedDollar: true,
  };
  line = lineCount;
  if (tooLong) {
    line++;
    parts.skip({ code: 'row_too_large', line, bytes: tooLong.length, limitBytes });
  }
  if (blank > 0) parts.note({ code: 'lines_blank', count: blank });
  const { skipped, ...found } = parts.finish(line);
  const part: ScoredPart = {
    ...found,
    bytesRead: end - start,
    skipped: tooLong
      ? new Blob([
          skipped ?? '',
          job.blob.slice(tooLong.offset, tooLong.offset + tooLong.length),
          '\n',
        ])
      : skipped,
    hash,
    mentionsPatterns: hasQuotedDollar && mentionsKey(bytes, PATTERN_KEYS),
  };
  return transfer(part, buffersOf(part.columns));
}

function isBlankLine(text: string): boolean {
  return text.length < 80 && text.trim() === '';
}

const READ_BYTES = 1024 * 1024;
const FIRST_ROWS = 200;
const ROWS_PER_PART = 5000;

interface TextToScore {
  readonly job: ScoreJob;
  /** The byte to begin at: the start, or a record that slices have led to. */
  readonly from: number;
}

/** A part, and how many came before it in the same answer. */
export interface NumberedPart {
  readonly part: ScoredPart;
  readonly index: number;
}

/** Scores a file up to its end and writes its rows as JSONL. */
export async function scoreText(
  { job, from }: TextToScore,
  onPart: (part: NumberedPart) => Promise<void>,
): Promise<FileIssue | undefined> {
  const format = findFormat(job.formatId);
  if (!format) throw new RangeError(`no format ${job.formatId}`);
  const parts = new PartWriter(job);
  if (from === 0) for (const note of job.notes) parts.note(note);
  const { choices = {} } = job;
  const rows = new RowPreparer(parts, choices, job.roles);
  const reader =
    from === 0 ? readerOf(format, rows.sink, job.head, choices) : slicesOf(job).readOn(parts);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: from > 0 });
  let index = 0;
  const pass = (): Promise<void> => {
    const part = parts.finish();
    return onPart(transfer({ part, index: index++ }, buffersOf(part.columns)));
  };
  for (let at = from; at < job.blob.size; at += READ_BYTES) {
    const bytes = new Uint8Array(await job.blob.slice(at, at + READ_BYTES).arrayBuffer());
    parts.count(bytes);
    reader.push(decoder.decode(bytes, { stream: true }));
    if (parts.failure) break;
    if (parts.rowCount >= (index === 0 ? FIRST_ROWS : ROWS_PER_PART)) await pass();
  }
  if (!parts.failure) {
    reader.push(decoder.decode());
    reader.end();
  }
  rows.end();
  await pass();
  return parts.failure;
}

/** Lines are read as a text where their rows are rewritten. */
function readerOf(
  format: Format,
  rows: RowSink,
  head: FileHead,
  reading: ReadingChoices,
): TextReader {
  if (format.kind === 'lines') return new LineReader(format, rows);
  return format.createReader(rows, new ParsedHead(head), adapterOptions(reading));
}
