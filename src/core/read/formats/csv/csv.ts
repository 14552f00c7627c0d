import Papa from 'papaparse';
import type { FileHead, RowSink, TextFormat } from '#core/read/containers/format.ts';
import { isKnownName, simplifyName } from '#core/read/names/column-names.ts';
import { BackslashReader, isBackslashed } from './backslash.ts';
import { CsvReader, sliceTable } from './csv-reader.ts';
import { SEP_LINE } from './record-writer.ts';

const DELIMITERS = ['\t', ',', ';', '|'] as const;

/** Comma- or tab-separated values with a header line; trajectory cells are JSON text. */
export const csv: TextFormat = {
  id: 'csv',
  title: 'CSV',
  unit: 'Line',
  kind: 'text',
  recognise: (head) => findTable(head) !== undefined,
  createReader: (sink: RowSink, head: FileHead) => {
    const { delimiter = ',' } = findTable(head) ?? {};
    if (!isBackslashed(head, delimiter)) return new CsvReader(sink, delimiter);
    return new BackslashReader(sink, delimiter);
  },
  slice: (head) => {
    const { delimiter = ',' } = findTable(head) ?? {};
    return isBackslashed(head, delimiter) ? undefined : sliceTable(head, delimiter);
  },
};

/** Whether a text is a table with two or more columns of usual names. */
export function isTableOfRuns(head: FileHead): boolean {
  const { header = [] } = findTable(head) ?? {};
  return header.filter(isKnownName).length >= 2;
}

/**
 * Whether the first records of a table are as wide as its header and no value is torn at a
 * delimiter.
 */
export function isEvenTable(head: FileHead): boolean {
  const table = findTable(head);
  if (!table) return false;
  const { header, records } = table;
  const isEven = ({ length }: readonly string[]): boolean => length === header.length;
  return records.every(isEven) && !records.flat().some((cell) => TORN_CELL.test(cell.trim()));
}

// a name, and then a quoted cell that holds a list or an object
const ONE_COLUMN = /^\s*"?[A-Za-z_][\w.-]*(?: +[\w.-]+)*"?[ \t]*\r?\n\s*"[[{]/;

/** What is left of a value when it is cut at its commas: no name of a column. */
const TORN_VALUE = /^\s*[[{]|[[{]\s*["'[{]/;

/** In front of a column's name: who gave the answers in it. */
const LABEL = /^\[[^[\]{}"']+\] /;

/** A list or an object that does not end in its cell. */
const TORN_CELL = /^[[{](?![^]*[\]}]$)/;

const SIDE_NAMES = new Set(['predicted_trajectory', 'reference_trajectory']);

type Delimiter = (typeof DELIMITERS)[number];

/** What the beginning of a table shows. */
interface TableStart {
  readonly delimiter: Delimiter;
  readonly header: readonly string[];
  /** The first records after it that are whole. */
  readonly records: readonly (readonly string[])[];
}

/**
 * A table names a side in its header, or has the same number of fields, two or more, in its header
 * and its first records.
 */
function findTable({ text, isWhole }: FileHead): TableStart | undefined {
  const sep = SEP_LINE.exec(text);
  const table = { text: text.slice(sep?.[0].length ?? 0), isWhole };
  if (ONE_COLUMN.test(table.text)) return startOf(table, ',');
  for (const delimiter of DELIMITERS) {
    if (sep && sep[1] !== delimiter) continue;
    const start = startOf(table, delimiter);
    if (isBackslashed(table, delimiter) || isTable(start)) return start;
  }
  return undefined;
}

/** Columns of answers are called after the template of what was asked: `[agent] {{question}}`. */
function isTorn(name: string): boolean {
  return TORN_VALUE.test(name.replace(LABEL, '').replaceAll('{{', ''));
}

function startOf(
  { text, isWhole }: Pick<FileHead, 'text' | 'isWhole'>,
  delimiter: Delimiter,
): TableStart {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: 6, skipEmptyLines: 'greedy' });
  const [header = [], ...records] = isWhole || data.length < 3 ? data : data.slice(0, -1);
  return { delimiter, header, records };
}

function isTable({ delimiter, header, records }: TableStart): boolean {
  if (header.length < 2 || header.some(isTorn)) return false;
  // Markdown and terminals draw tables with bars
  if (delimiter === '|' && (header[0] === '' || !header.some(isKnownName))) return false;
  if (header.some((name) => SIDE_NAMES.has(simplifyName(name)))) return true;
  const agreeing = records.filter((record) => record.length === header.length).length;
  return agreeing * 2 >= records.length && header.filter((name) => name.trim() !== '').length >= 2;
}
