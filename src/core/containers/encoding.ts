/** How a file's bytes are packed or written, as its first bytes tell. */
export type Packing = 'gzip' | 'parquet' | 'utf-16le' | 'utf-16be';

const PARQUET = [0x50, 0x41, 0x52, 0x31];

/**
 * Recognises bytes that have to be converted before they are UTF-8 text.
 * @param bytes the beginning of a file
 * @returns the packing, or undefined where the bytes are text, or nothing that can be converted
 */
export function packingOf(bytes: Uint8Array): Packing | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (PARQUET.every((byte, place) => bytes[place] === byte)) return 'parquet';
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
