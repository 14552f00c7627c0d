import { csv } from '#core/read/formats/csv/csv.ts';
import type { Format } from '#core/read/containers/format.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { frameworks } from '#core/read/formats/frameworks/frameworks.ts';
import { htmlTable } from '#core/read/formats/html-table/html-table.ts';
import { jsonColumns } from '#core/read/formats/json-columns/json-columns.ts';
import { jsonRows } from '#core/read/formats/json-rows/json-rows.ts';
import { jsonValues } from '#core/read/formats/json-values/json-values.ts';
import { jsonl } from '#core/read/formats/jsonl/jsonl.ts';
import { markdownTable } from '#core/read/formats/markdown-table/markdown-table.ts';
import { python } from '#core/read/formats/python/python.ts';

/** Every import format, in the order they are tried. */
export const FORMATS: readonly Format[] = [
  frameworks,
  htmlTable,
  python,
  jsonValues,
  jsonColumns,
  jsonl,
  jsonRows,
  markdownTable,
  csv,
];

/**
 * Recognises a file by the beginning of its content.
 * @returns the first format that accepts it, or undefined
 */
export function recogniseFormat(head: ParsedHead): Format | undefined {
  return FORMATS.find((format) => format.recognise(head));
}

/**
 * Finds a format.
 * @returns the format, or undefined when there is none of that id
 */
export function findFormat(id: string): Format | undefined {
  return FORMATS.find((format) => format.id === id);
}

const ARROW = 'an Arrow file; save the table as Parquet, with to_parquet, or as JSONL';
const PICKLE =
  'a Python pickle, which only Python can read safely; save the data as JSONL, with to_json(orient="records", lines=True)';

const MAGIC: readonly (readonly [bytes: readonly number[], kind: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF image'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'an Excel workbook or another ZIP archive; save the sheet as CSV, or unpack the archive',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook; save the sheet as CSV'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'a SQLite database; export the table as CSV or JSONL'],
  [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], ARROW],
  [[0xff, 0xff, 0xff, 0xff], ARROW],
  ...[2, 3, 4, 5].map((protocol) => [[0x80, protocol], PICKLE] as const),
  [[0x28, 0xb5, 0x2f, 0xfd], 'a Zstandard archive; unpack it first'],
  [[0x42, 0x5a, 0x68], 'a bzip2 archive; unpack it first'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'an xz archive; unpack it first'],
];

/**
 * Names what binary data is.
 * @returns what it is, in words that follow "It is", or undefined for text
 */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const known = MAGIC.find(([magic]) => magic.every((byte, index) => bytes[index] === byte));
  if (known) return known[1];
  return bytes.includes(0) ? 'binary data' : undefined;
}

/** How a file's bytes are packed or written, as its first bytes show. */
export type Packing = 'gzip' | 'parquet' | 'utf-16le' | 'utf-16be';

const PARQUET = [0x50, 0x41, 0x52, 0x31];

/**
 * Recognises bytes that have to be converted before they are UTF-8 text.
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
