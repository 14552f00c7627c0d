import { fromBase64, toBase64 } from './base64.ts';
import { REPORT_BLOCK_ID } from './report-block.ts';

/** Where a report's block begins at the latest: the page itself is before it. */
const PAGE_LIMIT_BYTES = 8e6;

/**
 * Makes the page that opens with a run.
 * @param page the HTML of the page as one file
 * @param archive the run, see run-file.ts
 * @returns the HTML
 */
export async function writeReport(page: string, archive: Blob): Promise<Blob> {
  const at = page.lastIndexOf('</body>');
  const [open, close] = blockTags();
  return new Blob([page.slice(0, at), open, ...(await toBase64(archive)), close, page.slice(at)], {
    type: 'text/html',
  });
}

/**
 * Finds the run in a report that was opened as a file.
 * @param file any file
 * @returns the archive; undefined when the file is no report
 * @throws when what it holds is no base64
 */
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

/**
 * Reads the block of a report.
 * @param text the block's text
 * @returns the archive
 * @throws when it is no base64
 */
export function readReportBlock(text: string): Promise<Blob> {
  return fromBase64(new Blob([text]));
}

/** Written in pieces: the page holds this code, and must not hold the tag. */
function blockTags(): readonly [open: string, close: string] {
  const name = ['scr', 'ipt'].join('');
  return [`<${name} id="${REPORT_BLOCK_ID}" type="application/gzip">`, `</${name}>`];
}
