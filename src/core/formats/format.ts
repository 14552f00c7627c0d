import type { AdapterOptions } from '#core/adapters/adapter.ts';
import type { TextSpan } from '#core/containers/split-row.ts';
import type { DatasetIssue, FileIssue, SkipIssue } from '#core/issues/issue.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import type { RecordScan } from './csv/scan-record.ts';

/** The beginning of a file, decoded. */
export interface FileHead {
  /** At most 64 kB of text, without a byte order mark. */
  readonly text: string;
  /** Whether the text is the whole file. */
  readonly isWhole: boolean;
  /** The file's name, or an empty text for pasted data. */
  readonly name: string;
}

/** Where readers put what they find. Bad data is a value: nothing here throws. */
export interface RowSink {
  /**
   * Takes a record and the 1-based physical line it starts at; with the part of its line that it
   * stands in where the line holds more than it.
   */
  row(record: JsonObject, line: number, span?: TextSpan): void;
  /** Takes a record that is no row, with the text it was read from. */
  skip(issue: SkipIssue, text: string): void;
  /** Takes something worth knowing about the dataset. */
  note(issue: DatasetIssue): void;
  /** Takes the reason why nothing more of the file can be read. */
  fail(issue: FileIssue): void;
  /** Whether nothing more is wanted, so that a reader may stop. */
  readonly isDone?: boolean;
}

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
  titleOf?(head: FileHead): string;
  /** Tells from the head alone whether a file has this shape. */
  recognise(head: FileHead): boolean;
}

/** A format with one record a line: slices of the file can be read on their own, in parallel. */
export interface LineFormat extends FormatBase {
  readonly kind: 'lines';
  /** Reads one line; `mayHaveLongDigits` is false when no 16 digits stand in a row. */
  readLine(text: string, line: number, sink: RowSink, mayHaveLongDigits?: boolean): void;
}

/**
 * How a file is read in slices side by side. Where records begin in a slice is guessed from its
 * bytes and holds once the slice before is known to end there.
 */
export interface RecordSlices {
  /** Guesses the offset of the first record after a line end; undefined when nothing looks like one. */
  guessStart(bytes: Uint8Array, isWhole: boolean): number | undefined;
  /** Finds the end of the record at an offset; see {@link RecordScan}. */
  scan(bytes: Uint8Array, from: number, isWhole: boolean): RecordScan;
  /** Reads records that were scanned; `isFirst` where they begin the file. */
  createReader(sink: RowSink, isFirst: boolean): RecordReader;
  /** Reads on to the end of the file from a record that is not its first. */
  readOn(sink: RowSink): TextReader;
}

/** Reads whole records. */
export interface RecordReader {
  /** Takes the text of some records and the number of physical lines of each. */
  read(text: string, lineCounts: readonly number[]): void;
  end(): void;
}

/** A format that is read from the start to the end; rows are written to a new JSONL source. */
export interface TextFormat extends FormatBase {
  readonly kind: 'text';
  createReader(sink: RowSink, head: FileHead, options?: AdapterOptions): TextReader;
  /** How a large file of this head is read in slices; undefined where only its start tells. */
  slice?(head: FileHead): RecordSlices | undefined;
}

/** What the page shows of a format; the readers themselves stay in the workers. */
export type FormatInfo = Pick<Format, 'id' | 'title' | 'unit'>;

/** An import format. */
export type Format = LineFormat | TextFormat;
