/** Writes the datasets to the temporary folder, piece by piece, and finds them again there. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RowMaker, ROW_STYLES } from './rows.mjs';

/**
 * @typedef {object} Dataset
 * @property {string} path
 * @property {number} rowCount
 * @property {number} bytes
 *
 * @typedef {'jsonl' | 'csv' | 'json' | 'indented.json'} DatasetFormat
 *
 * @typedef {object} DatasetWish
 * @property {keyof typeof ROW_STYLES} style
 * @property {DatasetFormat} [format]
 * @property {number} [bytes] at least so many; this or `rowCount`
 * @property {number} [rowCount]
 * @property {number} [seed]
 */

const FOLDER = join(tmpdir(), 'trajectory-playground-bench');
const BUFFER_CHARACTERS = 1_000_000;

const CSV_HEAD = Object.keys(new RowMaker(0, ROW_STYLES.small).next()).join(',');

/** Other code makes other rows: files of an older version are not taken. */
const CODE_VERSION = createHash('sha256')
  .update(readFileSync(fileURLToPath(new URL('rows.mjs', import.meta.url))))
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex')
  .slice(0, 8);

/**
 * Writes a dataset, or finds the one written before from the same wish.
 *
 * @param {DatasetWish} wish
 * @returns {Dataset}
 */
export function generateDataset({ style, format = 'jsonl', bytes, rowCount, seed = 1 }) {
  mkdirSync(FOLDER, { recursive: true });
  const size = rowCount === undefined ? `${bytes}-bytes` : `${rowCount}-rows`;
  const path = join(FOLDER, `${style}-${size}-seed-${seed}-${CODE_VERSION}.${format}`);
  // written last, so that a file without it is not whole
  const notePath = `${path}.note.json`;
  if (existsSync(path) && existsSync(notePath)) return JSON.parse(readFileSync(notePath, 'utf8'));
  const dataset = { path, ...write(path, { style, format, bytes, rowCount, seed }) };
  writeFileSync(notePath, JSON.stringify(dataset));
  return dataset;
}

/**
 * @param {string} path
 * @param {{style: keyof typeof ROW_STYLES, format: DatasetFormat, seed: number, bytes: number | undefined,
 *   rowCount: number | undefined}} wish
 */
function write(path, { style, format, bytes: leastBytes, rowCount: wantedRows, seed }) {
  const rows = new RowMaker(seed, ROW_STYLES[style]);
  const isEscaped = 'isEscaped' in ROW_STYLES[style];
  const printLine = isEscaped ? printEscaped : JSON.stringify;
  const { head, print, between, end } = layoutOf(format, printLine);
  const file = openSync(path, 'w');
  let text = head;
  let bytes = 0;
  let rowCount = 0;
  const flush = () => {
    bytes += writeSync(file, text);
    text = '';
  };
  const isWhole = () =>
    wantedRows === undefined ? bytes + text.length >= (leastBytes ?? 0) : rowCount >= wantedRows;
  while (!isWhole()) {
    text += (rowCount > 0 ? between : '') + print(rows.next());
    rowCount++;
    if (text.length >= BUFFER_CHARACTERS) flush();
  }
  text += end;
  flush();
  closeSync(file);
  return { rowCount, bytes };
}

/**
 * How rows are put together.
 *
 * @param {DatasetFormat} format
 * @param {(row: import('./rows.mjs').Row) => string} printLine
 */
function layoutOf(format, printLine) {
  switch (format) {
    case 'jsonl':
      return { head: '', print: printLine, between: '\n', end: '\n' };
    case 'csv':
      return { head: `${CSV_HEAD}\n`, print: printCsv, between: '\n', end: '\n' };
    case 'json':
      return { head: '[', print: printLine, between: ',', end: ']' };
    case 'indented.json':
      return { head: '[\n', print: printIndented, between: ',\n', end: '\n]\n' };
  }
}

/** @param {import('./rows.mjs').Row} row */
function printIndented(row) {
  return JSON.stringify(row, null, 2).replace(/^/gm, '  ');
}

/** @param {import('./rows.mjs').Row} row */
function printEscaped(row) {
  const escape = (/** @type {string} */ unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(row).replace(/[^\0-\x7f]/g, escape);
}

/** @param {import('./rows.mjs').Row} row */
function printCsv(row) {
  return Object.values(row)
    .map((cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)))
    .map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',');
}
