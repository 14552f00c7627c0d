/** Bytes at a time, so that the page is not held up; a multiple of three and of four. */
const STEP = 3 << 18;

/**
 * Writes bytes as base64.
 * @param blob the bytes
 * @returns the text in pieces, which joined are the whole
 */
export async function toBase64(blob: Blob): Promise<string[]> {
  const pieces: string[] = [];
  for (let from = 0; from < blob.size; from += STEP) {
    const bytes = new Uint8Array(await blob.slice(from, from + STEP).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    pieces.push(btoa(text));
  }
  return pieces;
}

/**
 * Reads base64, padded or not.
 * @param text the text as a blob: it may be longer than a string can be
 * @returns the bytes
 * @throws DOMException when it is no base64
 */
export async function fromBase64(text: Blob): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let from = 0; from < text.size; from += STEP) {
    const piece = atob(await text.slice(from, from + STEP).text());
    pieces.push(new Blob([Uint8Array.from(piece, (character) => character.charCodeAt(0))]));
  }
  return new Blob(pieces);
}
