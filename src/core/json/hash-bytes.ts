/**
 * Hashes bytes to 32 bits, four at a time.
 * @param bytes any bytes
 * @param seed an earlier hash to go on from
 * @returns an unsigned 32-bit integer
 */
export function hashBytes(bytes: Uint8Array, seed = 0): number {
  let hash = seed ^ bytes.length;
  const words = bytes.length >> 2;
  for (let word = 0, at = 0; word < words; word++, at += 4) {
    const value =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash = Math.imul(((hash << 13) | (hash >>> 19)) ^ Math.imul(value, 0xcc9e2d51), 5) + 0x1b873593;
  }
  for (let at = words << 2; at < bytes.length; at++) {
    hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  }
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
