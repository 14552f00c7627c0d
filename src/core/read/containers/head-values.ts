import type { JsonValue } from '#core/base/json/json-value.ts';
import { TextMarks } from '#core/base/json/json-marks.ts';
import { parseTolerant, type TolerantResult } from '#core/base/literals/parse-tolerant.ts';

/** How much of a file is examined to recognise it, in bytes or characters. */
export const HEAD_LENGTH = 64 * 1024;

/** The beginning of a file, decoded. */
export interface FileHead {
  /** At most 64 kB of text, without a byte order mark. */
  readonly text: string;
  /** Whether the text is the whole file. */
  readonly isWhole: boolean;
  /** The file's name, or an empty text for pasted data. */
  readonly name: string;
}

const CLOSERS = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);

/** The first values of a file, by which it is recognised. */
export interface HeadValues {
  readonly values: readonly JsonValue[];
  /** Whether they are strict JSON. */
  readonly isStrict: boolean;
  /** The whole text is one value, each line is one, or only the first is read. */
  readonly kind: 'whole' | 'lines' | 'first';
  /** The first value with its brackets closed, where the head cuts it. */
  readonly closed?: string;
}

/** Parsed texts, and how many more characters may be cached. */
interface KnownTexts {
  readonly readings: Map<string, TolerantResult>;
  room: number;
}

/** The beginning of a file and the values in it, parsed once for all readers. */
export class ParsedHead implements FileHead {
  readonly text: string;
  readonly isWhole: boolean;
  readonly name: string;
  #values: HeadValues | undefined;
  readonly #known: KnownTexts;

  constructor(head: FileHead, like?: ParsedHead) {
    this.text = head.text;
    this.isWhole = head.isWhole;
    this.name = head.name;
    this.#known = like ? like.#known : { readings: new Map(), room: 8 * HEAD_LENGTH };
  }

  /**
   * The values at the beginning: whole lines, or the first value as far as it goes.
   * @returns the values; none when the text does not begin with one
   */
  get parsed(): HeadValues {
    return (this.#values ??= readHeadValues(this));
  }

  /**
   * Reads a text like {@link parseTolerant}, with a cache for short texts.
   * @returns the value with every tolerance it needed, or the failure
   */
  readonly read = (text: string): TolerantResult => {
    const { readings, room } = this.#known;
    const known = readings.get(text);
    if (known) return known;
    const reading = parseTolerant(text);
    if (text.length > room) return reading;
    this.#known.room -= text.length;
    readings.set(text, reading);
    return reading;
  };
}

/**
 * The beginning of a text, by which it is recognised.
 * @param name the file's name, or an empty text
 */
export function headOf(text: string, name = '', like?: ParsedHead): ParsedHead {
  const isWhole = text.length <= HEAD_LENGTH;
  return new ParsedHead({ text: text.slice(0, HEAD_LENGTH), isWhole, name }, like);
}

const NOTHING: HeadValues = { values: [], isStrict: true, kind: 'first' };
const LINES_LOOKED_AT = 50;
const DEEPEST = 1000;

type Read = ParsedHead['read'];

function readHeadValues({ text, isWhole, read }: ParsedHead): HeadValues {
  const start = text.search(/[^\s\p{Cc}]/u);
  if (start < 0) return NOTHING;
  const body = text.slice(start);
  const first = closeHead(body);
  if (isWhole && !isSequence(body, first, read)) {
    const whole = read(body.trimEnd());
    if (whole.ok)
      return { values: [whole.value], isStrict: whole.tolerances.length === 0, kind: 'whole' };
  }
  const isAll = isWhole || body.startsWith(first);
  return readLines(body, isWhole, read) ?? readFirst(first, isAll, read);
}

/** Whether another value begins after a first one, so that the text cannot be one value. */
function isSequence(text: string, first: string, read: Read): boolean {
  if (text.startsWith('"')) {
    const marks = new TextMarks(text);
    marks.next();
    return /^\s*,/.test(text.slice(marks.end));
  }
  if (first === '' || !text.startsWith(first)) return false;
  return /^\s*[[{]/.test(text.slice(first.length)) && read(first).ok;
}

function readLines(text: string, isWhole: boolean, read: Read): HeadValues | undefined {
  const lines = text.split('\n', LINES_LOOKED_AT + 1);
  if (!isWhole || lines.length > LINES_LOOKED_AT) lines.pop();
  const [head, ...others] = lines
    .map((line) => line.replace(/^\p{Cc}/u, ''))
    .filter((line) => line.trim() !== '');
  if (head === undefined || !read(head).ok) return undefined;
  const readings = [head, ...others].map(read);
  const good = readings.filter((reading) => reading.ok);
  const isStrict = good.every(({ tolerances }) => tolerances.length === 0);
  return { values: good.map(({ value }) => value), isStrict, kind: 'lines' };
}

/** The first value, closed where the head cuts it. */
function readFirst(first: string, isAll: boolean, read: Read): HeadValues {
  const reading = read(first);
  if (!reading.ok) return NOTHING;
  const found = { values: [reading.value], isStrict: reading.tolerances.length === 0 };
  return { ...found, kind: 'first', ...(!isAll && { closed: first }) };
}

/**
 * Cuts a text after its first value; if that is incomplete, after the last whole item of the outermost
 * list that has one, else of any open bracket, and closes the brackets.
 * @returns text to recognise the value by, not fit to be read as data; empty when it is nested
 * deeper than any dataset
 */
export function closeHead(text: string): string {
  const open: string[] = [];
  const marks = new TextMarks(text);
  // brackets are opened and closed only where the text may be cut
  let cut = 0;
  let whole: { readonly at: number; readonly depth: number } | undefined;
  for (let mark = marks.next(); mark !== ''; mark = marks.next()) {
    const closer = CLOSERS.get(mark);
    if (closer !== undefined) {
      open.push(closer);
      if (open.length > DEEPEST) return '';
      cut = marks.end;
    } else if (mark === open.at(-1)) {
      open.pop();
      cut = marks.end;
      if (open.length === 0) break;
      if (whole && whole.depth > open.length) whole = undefined;
    } else if (mark === ',') {
      cut = marks.at;
      const isOuter = !whole || open.length <= whole.depth;
      if (isOuter && open.at(-1) === ']') whole = { at: cut, depth: open.length };
    }
  }
  if (whole && open.length > 0) {
    cut = whole.at;
    open.length = whole.depth;
  }
  return text.slice(0, cut) + open.reverse().join('');
}

/** How a file's bytes are packed or written, as its first bytes show. */
export type Packing = 'gzip' | 'parquet' | 'files' | 'utf-16le' | 'utf-16be';

/** Precedes several files that were opened as one dataset; no text begins like this. */
export const FILE_SET_MARK = '\u0000trajectory-playground/files ';

const PARQUET = startsWith('PAR1');
/** A ZIP archive, an empty one, and a file set. */
const FILES = ['PK\u0003\u0004', 'PK\u0005\u0006', FILE_SET_MARK].map(startsWith);

function startsWith(text: string): (bytes: Uint8Array) => boolean {
  const wanted = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return (bytes) => wanted.every((byte, place) => bytes[place] === byte);
}

/**
 * Recognises bytes that have to be converted before they are UTF-8 text.
 * @returns the packing, or undefined where the bytes are text, or nothing that can be converted
 */
export function packingOf(bytes: Uint8Array): Packing | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (PARQUET(bytes)) return 'parquet';
  if (FILES.some((isThat) => isThat(bytes))) return 'files';
  // two more zeros are a character in UTF-32, which is not read
  const isWider = bytes[2] === 0 && bytes[3] === 0;
  if (bytes[0] === 0xff && bytes[1] === 0xfe && !isWider) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return wideEncoding(bytes.subarray(0, 1024));
}

/** Recognises UTF-16 without a byte order mark: most characters have a zero byte, always on the same side. */
function wideEncoding(bytes: Uint8Array): Packing | undefined {
  const pairs = Math.floor(bytes.length / 2);
  if (pairs < 2) return undefined;
  let high = 0;
  let low = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at] === 0) high++;
    if (bytes[at + 1] === 0) low++;
  }
  if (high === 0 && low * 2 >= pairs) return 'utf-16le';
  if (low === 0 && high * 2 >= pairs) return 'utf-16be';
  return undefined;
}
