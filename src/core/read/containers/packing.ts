/** How a file's bytes are packed or written, as its first bytes show. */
export type Packing = 'gzip' | 'parquet' | 'files' | 'utf-16le' | 'utf-16be';

/** Stands before several files that were opened as one dataset; no text begins so. */
export const FILE_SET_MARK = '\u0000trajectory-playground/files ';

const PARQUET = startsWith('PAR1');
/** A ZIP archive, one without files, and files behind one another. */
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
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return wideEncoding(bytes.subarray(0, 1024));
}

/** Without a mark: text of two bytes a character has a zero in most, always on the same side. */
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
