import { readBytes } from './scan-lines.ts';
import { unpackFile } from './unpack-file.ts';

/** A line of a file, as far as it is shown. */
export interface LineText {
  readonly text: string;
  /** Whether the line goes on. */
  readonly isCut: boolean;
}

const NEWLINE = 10;
const STEP_BYTES = 4 * 1024 * 1024;
const SHOWN_BYTES = 100_000;

/**
 * Reads one line of a file, wherever it is.
 * @param file the file, packed or not
 * @param line its 1-based number
 * @returns the line, cut at 100 kB; undefined when the file has no such line or is no text
 */
export async function readLine(file: Blob, line: number): Promise<LineText | undefined> {
  const unpacked = await unpackFile(file);
  if (unpacked.kind !== 'text') return undefined;
  const { blob } = unpacked;
  const start = await startOf(blob, line);
  if (start === undefined || start >= blob.size) return undefined;
  const bytes = await readBytes(blob, start, Math.min(blob.size, start + SHOWN_BYTES));
  const end = bytes.indexOf(NEWLINE);
  const isCut = end < 0 && start + bytes.length < blob.size;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: start > 0 });
  const text = decoder.decode(end < 0 ? bytes : bytes.subarray(0, end), { stream: isCut });
  return { text: text.replace(/\r$/, ''), isCut };
}

async function startOf(blob: Blob, line: number): Promise<number | undefined> {
  let left = line - 1;
  if (left === 0) return 0;
  for (let from = 0; from < blob.size; from += STEP_BYTES) {
    const bytes = await readBytes(blob, from, Math.min(blob.size, from + STEP_BYTES));
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1))
      if (--left === 0) return from + at + 1;
  }
  return undefined;
}
