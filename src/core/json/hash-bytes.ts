/**
 * Hashes bytes to 32 bits. Two lanes of four bytes each keep it near the speed of reading memory.
 * @param bytes any bytes
 * @param seed an earlier hash to go on from
 * @returns an unsigned 32-bit integer
 */
export function hashBytes(bytes: Uint8Array, seed = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pairsEnd = bytes.length - (bytes.length % 8);
  let a = seed ^ bytes.length;
  let b = 0x9e3779b9;
  for (let at = 0; at < pairsEnd; at += 8) {
    a = Math.imul(a ^ view.getInt32(at, true), 0x5bd1e995);
    b = Math.imul(b ^ view.getInt32(at + 4, true), 0x5bd1e995);
    a ^= a >>> 15;
    b ^= b >>> 15;
  }
  for (let at = pairsEnd; at < bytes.length; at++) a = Math.imul(a ^ view.getUint8(at), 0x01000193);
  let hash = a ^ Math.imul(b, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Joins the hashes of a file's parts, in order, with the file's size, to the name of its content.
 * @param hashes the parts' hashes
 * @param sizeBytes the file's size
 * @returns a short text, equal for equal content cut alike
 */
export function fingerprintOf(hashes: readonly number[], sizeBytes: number): string {
  const words = Uint32Array.from(hashes);
  const bytes = new Uint8Array(words.buffer);
  const text = [hashBytes(bytes, 1), hashBytes(bytes, 2)].map((hash) =>
    hash.toString(16).padStart(8, '0'),
  );
  return `${text.join('')}-${sizeBytes.toString(36)}`;
}
