/** Bytes of lines that lie together in a buffer. */
export interface Line {
  /** Byte offset from the buffer's start. */
  readonly offset: number;
  /** Bytes without the line end. */
  readonly length: number;
  readonly text: string;
}

const NEWLINE = 10;
// One character beyond Latin-1 makes a whole decoded string two bytes wide: keep pieces small.
const PIECE_BYTES = 256 * 1024;

/**
 * Calls back for every line of a buffer, blank ones included.
 * @param bytes UTF-8 text; the last line need not end
 * @param take receives the lines in order
 */
export function scanLines(bytes: Uint8Array, take: (line: Line) => void): void {
  const decoder = new TextDecoder();
  let from = 0;
  while (from < bytes.length) {
    const to = pieceEnd(bytes, from);
    const text = decoder.decode(bytes.subarray(from, to));
    let charFrom = 0;
    let byteFrom = from;
    while (byteFrom < to) {
      const lineEnd = bytes.indexOf(NEWLINE, byteFrom);
      const byteTo = lineEnd < 0 || lineEnd >= to ? to : lineEnd;
      const charEnd = text.indexOf('\n', charFrom);
      const charTo = charEnd < 0 ? text.length : charEnd;
      take({ offset: byteFrom, length: byteTo - byteFrom, text: text.slice(charFrom, charTo) });
      byteFrom = byteTo + 1;
      charFrom = charTo + 1;
    }
    from = to;
  }
}

/** The end of whole lines that make up about a piece; at least one line. */
function pieceEnd(bytes: Uint8Array, from: number): number {
  if (bytes.length - from <= PIECE_BYTES) return bytes.length;
  const before = bytes.lastIndexOf(NEWLINE, from + PIECE_BYTES - 1);
  if (before >= from) return before + 1;
  const after = bytes.indexOf(NEWLINE, from + PIECE_BYTES);
  return after < 0 ? bytes.length : after + 1;
}

/**
 * Reads the lines that begin inside a range of a file, whole, even where the last runs past the range.
 * @param blob the file
 * @param start the first byte of the range
 * @param end the byte after the range
 * @returns the bytes and the offset they start at
 */
export async function readOwnLines(
  blob: Blob,
  start: number,
  end: number,
): Promise<{ bytes: Uint8Array; offset: number }> {
  // the byte before tells whether a line begins right at the start
  const from = Math.max(0, start - 1);
  const range = new Uint8Array(await blob.slice(from, end).arrayBuffer());
  let first = 0;
  if (start > 0) {
    const newline = range.indexOf(NEWLINE);
    if (newline < 0 || newline === range.length - 1) {
      // no line begins here, unless one does at the very end, which the next range owns
      return { bytes: new Uint8Array(), offset: end };
    }
    first = newline + 1;
  }
  const own = range.subarray(first);
  if (end >= blob.size || own.at(-1) === NEWLINE) return { bytes: own, offset: from + first };
  return { bytes: await completeLine(blob, own, end), offset: from + first };
}

const STEP_BYTES = 1024 * 1024;

async function completeLine(blob: Blob, own: Uint8Array, end: number): Promise<Uint8Array> {
  const parts = [own];
  for (let at = end; at < blob.size; at += STEP_BYTES) {
    const more = new Uint8Array(await blob.slice(at, at + STEP_BYTES).arrayBuffer());
    const newline = more.indexOf(NEWLINE);
    parts.push(newline < 0 ? more : more.subarray(0, newline));
    if (newline >= 0) break;
  }
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
