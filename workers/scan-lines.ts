import type { LineTaker } from './lane/lane-scanner.ts';

const NEWLINE = 10;
// One character beyond Latin-1 makes a whole decoded string two bytes wide: keep pieces small.
const DECODED_BYTES = 256 * 1024;
const MARK = '\ufeff';

/**
 * Calls back for every line of a buffer, blank ones included. A byte order mark before a line is
 * left out of its text.
 * @param bytes UTF-8 text; the last line need not end
 * @param taker receives the lines in order, with offset and length in bytes, without the line end,
 *   and their numbers from 1
 */
export function scanLines(bytes: Uint8Array, taker: Pick<LineTaker, 'line'>): number {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let from = 0;
  let line = 0;
  while (from < bytes.length) {
    const to = pieceEnd(bytes, from);
    const piece = bytes.subarray(from, to);
    const text = decoder.decode(piece);
    // a piece of ASCII has a byte for each character: one search for line ends is enough
    const isAscii = text.length === piece.length;
    let charFrom = 0;
    let byteFrom = 0;
    while (byteFrom < piece.length) {
      const charEnd = text.indexOf('\n', charFrom);
      const charTo = charEnd < 0 ? text.length : charEnd;
      const byteTo = isAscii ? charTo : lineEnd(piece, byteFrom);
      const start = text.startsWith(MARK, charFrom) ? charFrom + 1 : charFrom;
      taker.line(text.slice(start, charTo), from + byteFrom, byteTo - byteFrom, ++line);
      byteFrom = byteTo + 1;
      charFrom = charTo + 1;
    }
    from = to;
  }
  return line;
}

/** The length of a byte order mark at the start of bytes: 3, or 0 without one. */
export function markLength(bytes: Uint8Array): number {
  const isMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMark ? 3 : 0;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end < 0 ? bytes.length : end;
}

/** The end of whole lines that make up about a piece; at least one line. */
function pieceEnd(bytes: Uint8Array, from: number): number {
  if (bytes.length - from <= DECODED_BYTES) return bytes.length;
  const before = bytes.lastIndexOf(NEWLINE, from + DECODED_BYTES - 1);
  if (before >= from) return before + 1;
  const after = bytes.indexOf(NEWLINE, from + DECODED_BYTES);
  return after < 0 ? bytes.length : after + 1;
}

/** A longer line is not read: with what is made of it, it would take up the tab's memory. */
export const LINE_LIMIT_BYTES = 100_000_000;

/** The lines that begin inside a range of a file. */
export interface OwnLines {
  readonly bytes: Uint8Array;
  /** Where the bytes start in the file. */
  readonly offset: number;
  /** A line after them that is too long to be read. */
  readonly tooLong?: { readonly offset: number; readonly length: number };
}

/**
 * Reads the lines that begin inside a range of a file, whole, even where the last runs past the range.
 */
export async function readOwnLines(
  blob: Blob,
  start: number,
  end: number,
  limitBytes = LINE_LIMIT_BYTES,
  roomFor?: RoomFor,
): Promise<OwnLines> {
  // the byte before shows whether a line begins right at the start
  const from = Math.max(0, start - 1);
  // most lines that begin before the end also end soon after it: one read gets both
  const range = await readBytes(blob, from, Math.min(blob.size, end + STEP_BYTES), roomFor);
  let first = 0;
  if (start > 0) {
    const newline = range.indexOf(NEWLINE);
    if (newline < 0 || newline >= end - from - 1) {
      // no line begins here, unless one does at the very end, which the next range owns
      return { bytes: new Uint8Array(), offset: end };
    }
    first = newline + 1;
  }
  const own = range.subarray(first);
  const offset = from + first;
  if (end >= blob.size) return { bytes: own, offset };
  const last = own.indexOf(NEWLINE, end - offset - 1);
  if (last >= 0) return { bytes: own.subarray(0, last + 1), offset };
  return completeLine(blob, own, offset, limitBytes);
}

const STEP_BYTES = 64 * 1024;
const LONG_STEP_BYTES = 4 * 1024 * 1024;

/** Reads on to the end of the last line; one beyond the limit is passed over, not kept. */
async function completeLine(
  blob: Blob,
  own: Uint8Array,
  offset: number,
  limitBytes: number,
): Promise<OwnLines> {
  const lineStart = own.lastIndexOf(NEWLINE) + 1;
  const parts = [own];
  let length = own.length - lineStart;
  for (let at = offset + own.length; at < blob.size; at += LONG_STEP_BYTES) {
    const more = await readBytes(blob, at, Math.min(blob.size, at + LONG_STEP_BYTES));
    const newline = more.indexOf(NEWLINE);
    const rest = newline < 0 ? more : more.subarray(0, newline);
    length += rest.length;
    if (length > limitBytes) parts.length = 0;
    else parts.push(rest);
    if (newline >= 0) break;
  }
  if (length > limitBytes) {
    const tooLong = { offset: offset + lineStart, length };
    return { bytes: own.subarray(0, lineStart), offset, tooLong };
  }
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return { bytes: joined, offset };
}

/** Returns room for bytes; undefined when memory is out. */
export type RoomFor = (length: number) => Uint8Array | undefined;

/** Fewer bytes are not worth a stream. */
const MIN_STREAMED_BYTES = 256 * 1024;
/** They fit into a core’s cache, and a stream has as many at a time. */
const STREAMED_BYTES = 256 * 1024;

let piece = new ArrayBuffer(STREAMED_BYTES);
/** Readers in use: a stream that only its own pending read refers to may be taken for garbage. */
const reading = new Set<ReadableStreamBYOBReader>();

/**
 * Reads bytes of a file. A browser makes a buffer of all that is read at once, which takes longer
 * than reading: many bytes are streamed through a small one.
 * @param roomFor returns where they go; without room, they get their own
 */
export async function readBytes(
  blob: Blob,
  start: number,
  end: number,
  roomFor: RoomFor = () => undefined,
): Promise<Uint8Array> {
  const part = blob.slice(start, end);
  if (part.size < MIN_STREAMED_BYTES) return new Uint8Array(await part.arrayBuffer());
  const reader = byteReader(part);
  const bytes = roomFor(part.size) ?? new Uint8Array(part.size);
  if (reader && (await streamTo(bytes, reader))) return bytes;
  const whole = new Uint8Array(await part.arrayBuffer());
  bytes.set(whole);
  return bytes.subarray(0, whole.length);
}

/** Undefined where its bytes cannot be read into a buffer of one’s own. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined; // they are read at once
  }
}

/** Returns whether all bytes came. */
async function streamTo(bytes: Uint8Array, reader: ReadableStreamBYOBReader): Promise<boolean> {
  let buffer = piece;
  // two reads side by side need two
  piece = new ArrayBuffer(0);
  if (buffer.byteLength === 0) buffer = new ArrayBuffer(STREAMED_BYTES);
  let at = 0;
  reading.add(reader);
  try {
    while (at < bytes.length) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return false;
      bytes.set(value, at);
      at += value.length;
      buffer = value.buffer;
    }
    piece = buffer;
    return true;
  } catch {
    return false; // they are read at once, and problems are reported then
  } finally {
    reading.delete(reader);
  }
}
