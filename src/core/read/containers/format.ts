import type { AdapterOptions, DefinedScoring } from '#core/read/framework/adapter.ts';
import type { ReadValue } from '#core/base/literals/parse-tolerant.ts';
import type { FileHead, ParsedHead } from './head-values.ts';
import type { DatasetIssue, FileIssue, SkipIssue } from '#core/read/issues/issue.ts';
import {
  type JsonObject,
  isDeeperThan,
  isJsonObject,
  jsonTypeOf,
  DEPTH_LIMIT,
  type JsonValue,
} from '#core/base/json/json-value.ts';

/** A part of a text: offsets of its first character and of the one after its last. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** A longer row of a list or a table, in characters or bytes, is a bracket or a quote never closed. */
export const ROW_LIMIT = 16_000_000;

/** How much may come out of a file, in bytes and as a multiple of its size. */
export interface UnpackLimits {
  readonly bytes: number;
  readonly ratio: number;
  /** What may come out in any case. */
  readonly freeBytes: number;
}

/** The most that is unpacked. */
export const UNPACK_LIMITS: UnpackLimits = {
  bytes: 600_000_000,
  ratio: 300,
  freeBytes: 20_000_000,
};

/** How many bytes may be unpacked from so many, and the issue for more. */
export function unpackingLimit(
  packedBytes: number,
  { bytes, ratio, freeBytes }: UnpackLimits = UNPACK_LIMITS,
): { readonly bytes: number; readonly issue: FileIssue } {
  return {
    bytes: Math.min(bytes, Math.max(freeBytes, packedBytes * ratio)),
    issue: { code: 'file_unpacks_too_large', limitBytes: bytes, ratio },
  };
}

/** What the header of a table and its first record tell about the others. */
export interface TableHeader {
  readonly names: readonly string[];
  readonly nameless: readonly Nameless[];
  /** Whether a last column, which is not among the names, says what is guarded. */
  readonly isGuarded: boolean;
}

/** A column without a name, which pandas writes for row numbers and spreadsheets for blanks. */
export interface Nameless {
  /** 0-based place. */
  readonly place: number;
  readonly name: string;
  /** Undefined until the first record has been seen. */
  isLeftOut?: boolean | undefined;
}

/** How the records of a table are read, each by itself. */
export interface TableForm extends TableHeader {
  /** The character between cells. */
  readonly delimiter: string;
}

/** A table that rows are read back from, record by record. */
export interface RowTable extends TableForm {
  /** How many bytes of what rows are read from are the table; rows behind it are lines of JSON. */
  readonly bytes: number;
}

/** Where readers put what they find. Bad data is a value: nothing here throws. */
export interface RowSink {
  /** Receives a row; `span` is where it is in a text whose rows stay where they are. */
  row(record: JsonObject, line: number, span?: TextSpan): void;
  /** Receives a record that is no row, with the text it was read from. */
  skip(issue: SkipIssue, text: string): void;
  /** Receives something worth knowing about the dataset. */
  note(issue: DatasetIssue): void;
  /** Receives the reason why nothing more of the file can be read. */
  fail(issue: FileIssue): void;
  /** Whether nothing more is wanted, so that a reader may stop. */
  readonly isDone?: boolean;
}

const ignore = (): void => undefined;
/** Ignores everything. */
export const SILENT_SINK: RowSink = { row: ignore, skip: ignore, note: ignore, fail: ignore };

/** Reads a text that arrives in pieces of any size. */
export interface TextReader {
  push(piece: string): void;
  end(): void;
}

interface FormatBase {
  /** Equals the folder's name. */
  readonly id: string;
  readonly title: string;
  /** What the `line` of a row counts: physical lines, or rows where lines mean nothing. */
  readonly unit: 'Line' | 'Row';
  /** A title that says more about a file of this shape than the format's own. */
  titleOf?(head: ParsedHead): string;
  /** How a file of this shape is meant to be scored, where its format defines that. */
  scoringOf?(head: ParsedHead): DefinedScoring | undefined;
  /** Whether a file has this shape, by its head alone. */
  recognise(head: ParsedHead): boolean;
}

/** A format with one record a line: slices of the file can be read on their own, in parallel. */
export interface LineFormat extends FormatBase {
  readonly kind: 'lines';
  /** Reads one line; `read` parses it. */
  readLine(text: string, line: number, sink: RowSink, read?: ReadValue): void;
}

/**
 * How a file is read in slices side by side; its rows stay where they are. Where records begin in a slice is guessed from its
 * bytes and holds once the slice before is known to end there.
 */
export interface RecordSlices {
  /** Guesses the offset of the first record after a line end; undefined when nothing looks like one. */
  guessStart(bytes: Uint8Array, isWhole: boolean): number | undefined;
  /** Finds what comes before the first record of a file; absent where nothing does. */
  readonly scanOpening?: (bytes: Uint8Array, from: number) => RecordScan;
  /** Finds the end of the record at an offset; see {@link RecordScan}. */
  scan(bytes: Uint8Array, from: number, isWhole: boolean): RecordScan;
  /** Reads records that were scanned; `isFirst` where they begin the file. */
  createReader(sink: RowSink, isFirst: boolean): RecordReader;
  /** How a record of a table is read back; absent where rows are JSON. */
  readonly table?: TableForm;
  /** Reads on to the end of the file from a record that is not its first. */
  readOn(sink: RowSink): TextReader;
}

/** Reads whole records. */
export interface RecordReader {
  /** Reads the text of some records of a table, or of one item of a list, and the number of physical lines of each. */
  read(text: string, lineCounts: readonly number[]): void;
  /** Counts the lines of records that were read elsewhere. */
  pass(lineCount: number): void;
  end(): void;
}

/** A format that is read from the start to the end, its rows written as JSONL, unless it is read in slices. */
export interface TextFormat extends FormatBase {
  readonly kind: 'text';
  createReader(sink: RowSink, head: ParsedHead, options?: AdapterOptions): TextReader;
  /** The rows of a whole text where recognising it has parsed them all. */
  rowsOf?(head: ParsedHead): readonly JsonObject[] | undefined;
  /** How a large file with this head is read in slices; undefined where it must be read from its start. */
  slice?(head: FileHead): RecordSlices | undefined;
}

/** What the page shows of a format; the readers themselves stay in the workers. */
export type FormatInfo = Pick<Format, 'id' | 'title' | 'unit'>;

/** An import format. */
export type Format = LineFormat | TextFormat;

/** What is at an offset: a record, the beginning of one, or one that needs a closer look. */
export type RecordScan = ScannedRecord | 'cut' | 'irregular';

/** A record as its bytes show it, without reading its cells. */
export interface ScannedRecord {
  /** The offset after it and what divides it from the next. */
  readonly end: number;
  /** The offset after its text, where that is not all of it. */
  readonly textEnd?: number;
  /** Physical lines it spans, or line ends in it where several records may be on a line. */
  readonly lineCount: number;
}

/** Creates the reader of a format that can be read only as a whole: it gathers the pieces. */
export function readWhole(read: (text: string) => void): TextReader {
  const pieces: string[] = [];
  return {
    push: (piece) => void pieces.push(piece),
    end: () => read(pieces.join('')),
  };
}

// A longer line is no row any more.
const LINE_LIMIT = 64_000_000;

/** Reads a format of lines as a text from start to end. */
export class LineReader implements TextReader {
  readonly #format: LineFormat;
  readonly #sink: RowSink;
  #kept: string[] = [];
  #keptLength = 0;
  #line = 1;
  #blank = 0;
  #isGivenUp = false;

  constructor(format: LineFormat, sink: RowSink) {
    this.#format = format;
    this.#sink = sink;
  }

  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      this.#keep(piece.slice(from, end));
      this.#readLine();
      from = end + 1;
    }
    this.#keep(piece.slice(from));
  }

  /** Reads the last line, and returns how many were blank. */
  end(): void {
    if (this.#kept.length > 0) this.#readLine();
    if (this.#blank > 0) this.#sink.note({ code: 'lines_blank', count: this.#blank });
  }

  #keep(text: string): void {
    if (text === '' || this.#isGivenUp) return;
    this.#kept.push(text);
    this.#keptLength += text.length;
    if (this.#keptLength <= LINE_LIMIT) return;
    this.#sink.fail({ code: 'row_too_long', line: this.#line, limit: LINE_LIMIT });
    this.#isGivenUp = true;
    this.#kept = [];
  }

  #readLine(): void {
    const text = this.#kept.join('').replace(/\r$/, '');
    this.#kept = [];
    this.#keptLength = 0;
    const line = this.#line++;
    if (text.trim() !== '') this.#format.readLine(text, line, this.#sink);
    else this.#blank++;
  }
}

/** Where a value is that may be a row, and what it was read from. */
export interface RowPlace {
  /** 1-based line, or number of the row. */
  readonly line: number;
  /** Its text, kept where it is no row; absent where it is not known. */
  readonly text?: string;
  /** See {@link RowSink.row}. */
  readonly span?: TextSpan;
}

/** Passes a value on as a row, or reports why it is not one. */
export function takeRow(
  value: JsonValue,
  { line, text = '', span }: RowPlace,
  sink: RowSink,
): void {
  if (!isJsonObject(value))
    sink.skip({ code: 'row_not_object', line, found: jsonTypeOf(value) }, text);
  else if (isDeeperThan(value, DEPTH_LIMIT))
    sink.skip({ code: 'row_too_deep', line, limit: DEPTH_LIMIT }, text);
  else {
    if (Object.hasOwn(value, '__proto__'))
      sink.note({ code: 'column_reserved', line, name: '__proto__' });
    sink.row(value, line, span);
  }
}

/** A sink that does something else with some of what is found, and passes on all else. */
export function sinkWith(sink: RowSink, own: Partial<RowSink>): RowSink {
  return {
    row: (...found) => sink.row(...found),
    skip: (...found) => sink.skip(...found),
    note: (issue) => sink.note(issue),
    fail: (issue) => sink.fail(issue),
    get isDone() {
      return sink.isDone === true;
    },
    ...own,
  };
}

/** A sink of a text that is a part of another: lines are those of the whole. */
export function withLines(sink: RowSink, lineOf: (line: number) => number): RowSink {
  return sinkWith(sink, {
    row: (record, line, span) => sink.row(record, lineOf(line), span),
    skip: (issue, text) => sink.skip({ ...issue, line: lineOf(issue.line) }, text),
    note: (issue) => sink.note('line' in issue ? { ...issue, line: lineOf(issue.line) } : issue),
  });
}
