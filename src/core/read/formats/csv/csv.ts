import {
  ROW_LIMIT,
  SILENT_SINK,
  type RowSink,
  type TextReader,
  type RecordReader,
  type RecordSlices,
  type ScannedRecord,
  type TableHeader,
  type TextFormat,
} from '#core/read/containers/format.ts';
import type { FileHead } from '#core/read/containers/head-values.ts';
import { endOfLine, placeAt } from '#core/base/text/line-ends.ts';
import { parseRecords, RecordWriter, SEP_LINE } from './record-writer.ts';
import Papa from 'papaparse';
import { CALL_SIDES } from '#core/read/names/column-roles.ts';
import { isKnownName, simplifyName } from '#core/read/names/column-names.ts';

// Cutting pieces bounds what papaparse holds at a time.
const PIECE_LENGTH = 1_000_000;
// Each costs a look at the rest; more of them than this is noise.
const RECOVERIES = 20;

const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;

/** Reads a table from start to end, and finds back into it after a quote that was never closed. */
class CsvReader implements TextReader {
  readonly #writer: RecordWriter;
  readonly #delimiter: string;
  #rest = '';
  /** How long the rest must be before it is parsed again: an open record is not parsed again for every piece. */
  #due = PIECE_LENGTH;
  #hasNewlines: boolean;
  #recoveries = 0;

  constructor(sink: RowSink, delimiter: string, header?: TableHeader) {
    this.#writer = new RecordWriter(sink, delimiter, header);
    this.#delimiter = delimiter;
    this.#hasNewlines = header !== undefined;
  }

  push(piece: string): void {
    this.#rest += piece;
    if (this.#rest.length < this.#due) return;
    this.#parse(true);
    while (this.#rest.length > ROW_LIMIT) {
      this.#rest = this.#rest.slice(this.#skipLine(0));
      this.#parse(true);
    }
    this.#due = Math.min(ROW_LIMIT, Math.max(PIECE_LENGTH, 2 * this.#rest.length));
  }

  end(): void {
    this.#parse(false);
    this.#writer.end();
  }

  /** Parses whole records. A broken one is given up line by line, so that it takes no other along. */
  #parse(isCut: boolean): void {
    this.#hasNewlines ||= this.#rest.includes('\n');
    const how = { delimiter: this.#delimiter, hasNewlines: this.#hasNewlines, isCut };
    for (let from = 0; from < this.#rest.length;) {
      const part = this.#rest.slice(from);
      let taken = 0;
      let broken = -1;
      parseRecords(part, how, ({ fields, start, end, isUnclosed }) => {
        if (!isUnclosed) this.#writer.record(fields);
        else if (this.#recoveries < RECOVERIES) broken = start;
        else this.#writer.skip(part.slice(start, end));
        taken = end;
        return broken < 0;
      });
      if (broken < 0) {
        this.#rest = part.slice(taken);
        return;
      }
      from = this.#skipLine(from + broken);
    }
    this.#rest = '';
  }

  /** Gives up a line with a quote that is never closed; returns the offset after it. */
  #skipLine(from: number): number {
    const isPatient = this.#recoveries++ < RECOVERIES;
    const next = isPatient ? endOfLine(this.#rest, from) + 1 : this.#rest.length;
    this.#writer.skip(this.#rest.slice(from, next));
    return next;
  }
}

/**
 * Prepares a large table to be read in slices side by side.
 * @returns how, or undefined when the beginning does not hold the header and a record
 */
function sliceTable(head: FileHead, delimiter: string): RecordSlices | undefined {
  const header = head.isWhole ? undefined : readHeader(head.text, delimiter);
  if (!header) return undefined;
  const code = delimiter.charCodeAt(0);
  return {
    table: { ...header, delimiter },
    guessStart: (bytes, isWhole) => guessRecordStart(bytes, code, header.names.length, isWhole),
    scan: (bytes, from, isWhole) => scanRecord(bytes, from, code, isWhole),
    createReader: (sink, isFirst) => new TableReader(sink, delimiter, isFirst ? undefined : header),
    readOn: (sink): TextReader => new CsvReader(sink, delimiter, header),
  };
}

/** Reads records of which it is known where they begin and end. */
class TableReader implements RecordReader {
  readonly #writer: RecordWriter;
  readonly #delimiter: string;

  constructor(sink: RowSink, delimiter: string, header: TableHeader | undefined) {
    this.#writer = new RecordWriter(sink, delimiter, header);
    this.#delimiter = delimiter;
  }

  read(text: string, lineCounts: readonly number[]): void {
    let index = 0;
    parseRecords(text, { delimiter: this.#delimiter }, ({ fields, start, end }) => {
      const to = text[end - 1] === '\n' ? end - (text[end - 2] === '\r' ? 2 : 1) : end;
      this.#writer.record(fields, lineCounts[index++], { from: start, to });
      return true;
    });
  }

  pass(lineCount: number): void {
    this.#writer.line += lineCount;
  }

  end(): void {
    this.#writer.end();
  }
}

function readHeader(text: string, delimiter: string): TableHeader | undefined {
  const writer = new RecordWriter(SILENT_SINK, delimiter);
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  parseRecords(lines, { delimiter }, ({ fields, isUnclosed }) => {
    if (!isUnclosed) writer.record(fields);
    return !isUnclosed && writer.header === undefined;
  });
  return writer.header;
}

interface TableRecord extends ScannedRecord {
  /** Number of fields. */
  readonly width: number;
  /** Whether quotes are inside a field without quotes, where they mean nothing. */
  readonly hasStrayQuotes: boolean;
}

/**
 * Finds the end of a record in bytes by the rules of RFC 4180: quotes enclose a whole field and are
 * doubled within. A record that keeps to them means the same wherever the file is cut before it.
 * @param bytes UTF-8 text
 * @param from offset of the record
 * @param delimiter code of the ASCII character between fields
 * @returns the record; `cut` when more bytes are needed; `irregular` when it does not keep to the rules
 */
function scanRecord(
  bytes: Uint8Array,
  from: number,
  delimiter: number,
  isWhole: boolean,
): TableRecord | 'cut' | 'irregular' {
  const limit = Math.min(bytes.length, from + ROW_LIMIT);
  const atLimit = isWhole || limit < bytes.length ? 'irregular' : 'cut';
  let width = 1;
  let lineCount = 1;
  let isFieldStart = true;
  let hasStrayQuotes = false;
  for (let at = from; at < limit; at++) {
    let byte = bytes[at];
    if (byte === QUOTE && isFieldStart) {
      for (;;) {
        byte = bytes[++at];
        if (byte === NEWLINE) lineCount++;
        else if (byte === QUOTE && bytes[++at] !== QUOTE) break;
        if (at >= limit) return atLimit;
      }
      byte = bytes[at];
      if (at < limit && byte !== delimiter && byte !== NEWLINE && byte !== RETURN)
        return 'irregular';
    }
    isFieldStart = byte === delimiter;
    if (isFieldStart) width++;
    else if (byte === NEWLINE) return { end: at + 1, width, lineCount, hasStrayQuotes };
    else if (byte === QUOTE) hasStrayQuotes = true;
    else if (byte === RETURN && bytes[at + 1] !== NEWLINE)
      return at + 1 < bytes.length ? 'irregular' : atLimit;
  }
  if (!isWhole || limit < bytes.length) return atLimit;
  return { end: bytes.length, width, lineCount, hasStrayQuotes };
}

/** So many records in a row have to look right. */
const RECORDS_ALIKE = 3;
/** A record that begins later is not looked for. */
const LOOK_BYTES = 1_000_000;

/**
 * Guesses where a record begins: after a line end where some records follow that are as wide as the
 * header. The text of a cell can deceive it, so a guess holds only once the record before is known
 * to end there.
 * @param bytes UTF-8 text from anywhere in a file
 * @param delimiter code of the ASCII character between fields
 * @returns an offset, or undefined when nothing looks like records
 */
function guessRecordStart(
  bytes: Uint8Array,
  delimiter: number,
  width: number,
  isWhole: boolean,
): number | undefined {
  const last = Math.min(bytes.length, LOOK_BYTES);
  for (
    let end = bytes.indexOf(NEWLINE);
    end >= 0 && end < last;
    end = bytes.indexOf(NEWLINE, end + 1)
  )
    if (areRecords(bytes, end + 1, delimiter, width, isWhole)) return end + 1;
  return undefined;
}

function areRecords(
  bytes: Uint8Array,
  from: number,
  delimiter: number,
  width: number,
  isWhole: boolean,
): boolean {
  let at = from;
  for (let alike = 0; alike < RECORDS_ALIKE && at < bytes.length;) {
    const scan = scanRecord(bytes, at, delimiter, isWhole);
    // the one that is cut off may be a quote that never closes
    if (scan === 'cut') return alike > 0;
    if (scan === 'irregular' || scan.hasStrayQuotes) return false;
    const isBlank = scan.width === 1 && scan.end - at <= 2;
    if (!isBlank && scan.width !== width) return false;
    if (!isBlank) alike++;
    at = scan.end;
  }
  return isWhole || at < bytes.length;
}

const DELIMITERS = ['\t', ',', ';', '|'] as const;

/** Comma- or tab-separated values with a header line; trajectory cells are JSON text. */
export const csv: TextFormat = {
  id: 'csv',
  title: 'CSV',
  unit: 'Line',
  kind: 'text',
  recognise: (head) => findTable(head) !== undefined,
  createReader: (sink: RowSink, head: FileHead) => {
    const { delimiter = ',' } = findTable(head) ?? {};
    return new CsvReader(sink, delimiter);
  },
  slice: (head) => sliceTable(head, findTable(head)?.delimiter ?? ','),
};

/** Whether a text is a table with two or more columns of usual names. */
export function isTableOfRuns(head: FileHead): boolean {
  const { header = [] } = findTable(head) ?? {};
  return header.filter(isKnownName).length >= 2;
}

/**
 * Whether the first records of a table are as wide as its header and no value is torn at a
 * delimiter.
 */
export function isEvenTable(head: FileHead): boolean {
  const table = findTable(head);
  if (!table) return false;
  const { header, records } = table;
  const isEven = ({ length }: readonly string[]): boolean => length === header.length;
  return records.every(isEven) && !records.flat().some((cell) => TORN_CELL.test(cell.trim()));
}

// a name, and then a quoted cell that holds a list or an object
const ONE_COLUMN = /^\s*"?[A-Za-z_][\w.-]*(?: +[\w.-]+)*"?[ \t]*\r?\n\s*"[[{]/;

/**
 * Finds quotes, delimiters or line ends that a table escapes by a backslash, as pandas writes it with
 * `escapechar`. Read as usual, such a table makes no sense.
 * @returns the 1-based line of the first; undefined where there are none
 */
export function findBackslash(head: FileHead): number | undefined {
  const first = /\\["\t,;|]/.exec(head.text);
  if (!first) return undefined;
  const plain = findTable({ ...head, text: head.text.replace(/\\[^]/g, 'x') });
  if (!plain || !isWellFormed(plain) || isWellFormed(startOf(head, plain.delimiter)))
    return undefined;
  return placeAt(head.text, first.index).line;
}

/** Whether the first records of a table are as wide as its header, and no quote is out of place. */
function isWellFormed({ header, records, hasStrayQuotes }: TableStart): boolean {
  const isEven = records.every(({ length }) => length === header.length);
  return records.length > 0 && isEven && !hasStrayQuotes;
}

/** What is left of a value when it is cut at its commas: no name of a column. */
const TORN_VALUE = /^\s*[[{]|[[{]\s*["'[{]/;

/** In front of a column's name: who gave the answers in it, or the text of a link. */
const LABEL = /^\[[^[\]{}"']+\](?=[ (])/;

/** A list or an object that does not end in its cell. */
const TORN_CELL = /^[[{](?![^]*[\]}]$)/;

const SIDE_NAMES = new Set<string>(CALL_SIDES);

type Delimiter = (typeof DELIMITERS)[number];

/** What the beginning of a table shows. */
interface TableStart {
  readonly delimiter: Delimiter;
  readonly header: readonly string[];
  /** The first records after it that are whole. */
  readonly records: readonly (readonly string[])[];
  /** Whether a quote is out of place in them. */
  readonly hasStrayQuotes: boolean;
}

/**
 * A table names a side in its header, or has the same number of fields, two or more, in its header
 * and its first records.
 */
function findTable(head: Pick<FileHead, 'text' | 'isWhole'>): TableStart | undefined {
  const sep = SEP_LINE.exec(head.text)?.[1];
  if (ONE_COLUMN.test(head.text.replace(SEP_LINE, ''))) return startOf(head, ',');
  for (const delimiter of DELIMITERS) {
    if (sep !== undefined && sep !== delimiter) continue;
    const start = startOf(head, delimiter);
    if (isTable(start)) return start;
  }
  return undefined;
}

/** Columns of answers are called after the template of what was asked: `[agent] {{question}}`. */
function isTorn(name: string): boolean {
  return TORN_VALUE.test(name.replace(LABEL, '').replaceAll('{{', ''));
}

function startOf(
  { text, isWhole }: Pick<FileHead, 'text' | 'isWhole'>,
  delimiter: Delimiter,
): TableStart {
  const { data, errors } = Papa.parse<string[]>(text.replace(SEP_LINE, ''), {
    delimiter,
    preview: 6,
    skipEmptyLines: 'greedy',
  });
  const [header = [], ...records] = isWhole || data.length < 3 ? data : data.slice(0, -1);
  const hasStrayQuotes = errors.some(({ type }) => type === 'Quotes');
  return { delimiter, header, records, hasStrayQuotes };
}

function isTable({ delimiter, header, records }: TableStart): boolean {
  if (header.length < 2 || header.some(isTorn)) return false;
  // Markdown and terminals draw tables with bars
  if (delimiter === '|' && (header[0] === '' || !header.some(isKnownName))) return false;
  if (header.some((name) => SIDE_NAMES.has(simplifyName(name)))) return true;
  const agreeing = records.filter((record) => record.length === header.length).length;
  return agreeing * 2 >= records.length && header.filter((name) => name.trim() !== '').length >= 2;
}
