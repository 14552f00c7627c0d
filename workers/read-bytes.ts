/** Returns room for bytes; undefined where there is none. */
export type RoomFor = (length: number) => Uint8Array | undefined;

/** Fewer bytes are not worth a stream. */
const MIN_STREAMED_BYTES = 256 * 1024;
/** They fit into a core’s cache, and a stream has as many at a time. */
const PIECE_BYTES = 256 * 1024;

let piece = new ArrayBuffer(PIECE_BYTES);
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
  if (buffer.byteLength === 0) buffer = new ArrayBuffer(PIECE_BYTES);
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
    return false; // they are read at once, and what is wrong is said then
  } finally {
    reading.delete(reader);
  }
}
