import { csv } from '#core/read/formats/csv/csv.ts';
import type { Format } from '#core/read/containers/format.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { frameworks } from '#core/read/formats/frameworks/frameworks.ts';
import { jsonColumns } from '#core/read/formats/json-columns/json-columns.ts';
import { jsonRows } from '#core/read/formats/json-rows/json-rows.ts';
import { jsonValues } from '#core/read/formats/json-values/json-values.ts';
import { holdsOwnRows, jsonl } from '#core/read/formats/jsonl/jsonl.ts';
import { markdownTable } from '#core/read/formats/markdown-table/markdown-table.ts';
import { python } from '#core/read/formats/python/python.ts';

/** Every import format, in the order they are tried. */
export const FORMATS: readonly Format[] = [
  frameworks,
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
 * @param isOwn whether it holds rows of the service’s own columns, where that is known
 * @returns the first format that accepts it, or undefined
 */
export function recogniseFormat(head: ParsedHead, isOwn = holdsOwnRows(head)): Format | undefined {
  return isOwn ? jsonl : FORMATS.find((format) => format.recognise(head));
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
