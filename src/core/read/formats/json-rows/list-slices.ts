import { countLineEnds } from '#core/base/text/line-ends.ts';
import {
  type RowSink,
  ROW_LIMIT,
  type RecordReader,
  type RecordScan,
  type RecordSlices,
  type ScannedRecord,
  type TextReader,
  sinkWith,
  withLines,
} from '#core/read/containers/format.ts';
import { readSequence } from '#core/read/containers/read-values.ts';
import { jsonl } from '#core/read/formats/jsonl/jsonl.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import type { TolerantResult } from '#core/base/literals/parse-tolerant.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';

/**
 * Reads a row. One that breaks may be several: a bracket that is never closed takes those after it
 * along.
 * @param item what is between two commas, or between a bracket and a comma; blanks alone are no item
 * @param line the 1-based physical line it starts at
 * @param sink receives what is found, each row with its span in the item
 */
export function readItem(item: string, line: number, sink: RowSink): void {
  const text = item.trim();
  if (text === '') return;
  const start = item.indexOf(text);
  const mayBeSeveral = text.startsWith('{') && text.includes('\n');
  const strict = mayBeSeveral ? tryJson(text) : undefined;
  if (strict || !mayBeSeveral) {
    readPart(text, start, line + countLineEnds(item, 0, start), sink, strict?.value);
    return;
  }
  const placed = withLines(sink, (own) => own + line - 1);
  const broken = sinkWith(placed, {
    skip: (issue, skipped) => {
      if (skipped.trim() !== ']') placed.skip(issue, skipped);
    },
  });
  for (const { value, at, line: own, text: part } of readSequence(item, broken))
    readPart(part, at, own, placed, value);
}

/** Reads a part of an item; `value` is what it holds, where that is known. */
function readPart(text: string, at: number, line: number, sink: RowSink, value?: JsonValue): void {
  const row: RowSink['row'] = (record, rowLine, span = { from: 0, to: text.length }) =>
    sink.row(record, rowLine, { from: at + span.from, to: at + span.to });
  const read =
    value === undefined ? undefined : (): TolerantResult => ({ ok: true, value, tolerances: [] });
  jsonl.readLine(text, line, sinkWith(sink, { row }), read);
}

/** A row that begins later is not looked for. */
const LOOK_BYTES = 1_000_000;

/** Codes of the characters that structure JSON. */
export const CODES = {
  newline: 10,
  quote: 34,
  comma: 44,
  openList: 91,
  backslash: 92,
  closeList: 93,
  openObject: 123,
  closeObject: 125,
} as const;

/**
 * Prepares a list of rows to be read in slices side by side. Rows are read back from where they are.
 * @param head the beginning of its text
 * @param readOn creates what reads on from within the list
 */
export function sliceList(head: string, readOn: (sink: RowSink) => TextReader): RecordSlices {
  const letters = asciiOf(head);
  const opened = scanOpening(letters, 0);
  const border = typeof opened === 'string' ? undefined : borderOf(letters, opened.end);
  return {
    guessStart: (bytes) => border && guessStart(bytes, border),
    scanOpening,
    scan: scanItem,
    createReader: (sink) => new ItemsReader(sink),
    readOn,
  };
}

/** Reads the rows of a list one by one. */
class ItemsReader implements RecordReader {
  readonly #sink: RowSink;
  #line = 1;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  read(text: string, lineCounts: readonly number[]): void {
    readItem(text, this.#line, this.#sink);
    for (const count of lineCounts) this.pass(count);
  }

  pass(lineCount: number): void {
    this.#line += lineCount;
  }

  end(): void {
    // nothing is left over
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === CODES.newline || byte === 13 || byte === 9;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}

function scanOpening(bytes: Uint8Array, from: number): RecordScan {
  const at = skipSpace(bytes, from);
  return bytes[at] === CODES.openList ? itemAt(bytes, from, from, at + 1) : 'irregular';
}

/**
 * Finds the end of an item by brackets and quotes, as the reader of the whole cuts a text: an item
 * ends behind its comma, the last one before the bracket of the list, and that bracket with all
 * space after it is an item without a text.
 * @param bytes UTF-8 text
 * @param from offset behind the comma before the item
 * @returns the item; `cut` when more bytes are needed; `irregular` where it is too long, or more than
 * a list is in the file
 */
function scanItem(bytes: Uint8Array, from: number, isWhole: boolean): RecordScan {
  if (bytes[from] === CODES.closeList) return scanClosing(bytes, from, isWhole);
  const limit = Math.min(bytes.length, from + ROW_LIMIT);
  let depth = 1;
  for (let at = from; at < limit; at++) {
    const byte = bytes[at];
    if (byte === CODES.quote) at = endOfText(bytes, at + 1);
    else if (byte === CODES.openObject || byte === CODES.openList) depth++;
    else if (byte === CODES.closeList || (byte === CODES.closeObject && depth > 1)) {
      if (--depth === 0) return itemAt(bytes, from, at, at);
    } else if (byte === CODES.comma && depth === 1) return itemAt(bytes, from, at, at + 1);
  }
  if (limit < bytes.length) return 'irregular';
  return isWhole ? itemAt(bytes, from, bytes.length, bytes.length) : 'cut';
}

function itemAt(bytes: Uint8Array, from: number, textEnd: number, end: number): ScannedRecord {
  // a list on one line has no line end up to its end: only the item is looked through
  const item = bytes.subarray(from, end);
  let lineCount = 0;
  for (let at = item.indexOf(CODES.newline); at >= 0; at = item.indexOf(CODES.newline, at + 1))
    lineCount++;
  return { end, textEnd, lineCount };
}

/** The offset of the quote or of the line end that ends a text; of the end where none does. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === CODES.backslash) at++;
    else if (byte === CODES.quote || byte === CODES.newline) break;
  }
  return at;
}

function scanClosing(bytes: Uint8Array, from: number, isWhole: boolean): RecordScan {
  if (skipSpace(bytes, from + 1) < bytes.length) return 'irregular';
  return isWhole ? itemAt(bytes, from, from, bytes.length) : 'cut';
}

const NO_ASCII = 0xff;

/** The character codes of a text, with NO_ASCII in place of all that are not ASCII. */
function asciiOf(text: string): Uint8Array {
  const codes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    codes[at] = code < 0x80 ? code : NO_ASCII;
  }
  return codes;
}

/**
 * What is between the first row and the second, and the name the second begins with: other rows
 * begin alike, and what is inside of a row seldom does.
 * @param bytes the beginning of the file, one byte for each letter
 * @param from the offset of the first item
 * @returns bytes from the comma to the quote that ends the name; undefined where there is no second
 * row, or something beyond ASCII
 */
function borderOf(bytes: Uint8Array, from: number): Uint8Array | undefined {
  const first = scanItem(bytes, from, false);
  if (typeof first === 'string' || bytes[first.end - 1] !== CODES.comma) return undefined;
  const opened = skipSpace(bytes, first.end);
  const name = skipSpace(bytes, opened + 1);
  if (bytes[opened] !== CODES.openObject || bytes[name] !== CODES.quote) return undefined;
  const to = endOfText(bytes, name + 1);
  const border = bytes.slice(first.end - 1, to + 1);
  return bytes[to] === CODES.quote && !border.includes(NO_ASCII) ? border : undefined;
}

/**
 * Guesses where a row begins. A row within a row can deceive it, so a guess holds only once the row
 * before is known to end there.
 * @param bytes UTF-8 text from anywhere in a file
 * @param border see {@link borderOf}
 * @returns the offset behind a comma, or undefined where nothing looks like the border of two rows
 */
function guessStart(bytes: Uint8Array, border: Uint8Array): number | undefined {
  const last = Math.min(bytes.length, LOOK_BYTES) - border.length;
  let at = bytes.indexOf(CODES.comma);
  while (at >= 0 && at <= last) {
    if (border.every((byte, index) => bytes[at + index] === byte)) return at + 1;
    at = bytes.indexOf(CODES.comma, at + 1);
  }
  return undefined;
}
