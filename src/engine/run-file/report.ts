import { REPORT_BLOCK_ID } from './report-block.ts';

/** Bytes converted at a time, so that the page stays responsive; a multiple of three and four. */
const STEP = 3 << 18;

/** Encodes bytes as base64, in pieces. */
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
 * Decodes base64, padded or not.
 * @param text a blob, because it may be longer than a string can be
 * @throws DOMException for invalid base64
 */
export async function fromBase64(text: Blob): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let from = 0; from < text.size; from += STEP) {
    const piece = atob(await text.slice(from, from + STEP).text());
    pieces.push(new Blob([Uint8Array.from(piece, (character) => character.charCodeAt(0))]));
  }
  return new Blob(pieces);
}

/** Where a report's block begins at the latest, after the page itself. */
const PAGE_LIMIT_BYTES = 8e6;

/** Writes the page with a run in it. */
export async function writeReport(page: string, archive: Blob): Promise<Blob> {
  const at = page.lastIndexOf('</body>');
  const [open, close] = blockTags();
  return new Blob([page.slice(0, at), open, ...(await toBase64(archive)), close, page.slice(at)], {
    type: 'text/html',
  });
}

/** Finds the archive in a report opened as a file; throws for invalid base64. */
export async function findReportRun(file: Blob): Promise<Blob | undefined> {
  const head = await file.slice(0, PAGE_LIMIT_BYTES).text();
  const [open, close] = blockTags();
  const at = head.lastIndexOf(open);
  if (at < 0) return undefined;
  const from = new TextEncoder().encode(head.slice(0, at + open.length)).length;
  const tail = await file.slice(Math.max(from, file.size - 65_536)).text();
  const end = file.size - new TextEncoder().encode(tail.slice(tail.lastIndexOf(close))).length;
  return fromBase64(file.slice(from, end));
}

/** Decodes the block of a report; throws for invalid base64. */
export function readReportBlock(text: string): Promise<Blob> {
  return fromBase64(new Blob([text]));
}

/** In pieces, because the page has this code and must not have the tag. */
function blockTags(): readonly [open: string, close: string] {
  const name = ['scr', 'ipt'].join('');
  return [`<${name} id="${REPORT_BLOCK_ID}" type="application/gzip">`, `</${name}>`];
}
