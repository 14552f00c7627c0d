import Papa from 'papaparse';
import type { RowSink, TextFormat } from '#core/read/containers/format.ts';
import type { FileHead } from '#core/read/containers/head-values.ts';
import { placeAt } from '#core/base/text/line-ends.ts';
import { CALL_SIDES } from '#core/read/names/column-roles.ts';
import { isKnownName, simplifyName } from '#core/read/names/column-names.ts';
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
    return new CsvReader(sink, delimiter);
  },
  slice: (head) => sliceTable(head, findTable(head)?.delimiter ?? ','),
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

/**
 * Finds quotes, delimiters or line ends that a table escapes by a backslash, as pandas writes it with
 * `escapechar`. Read as usual, such a table makes no sense.
 * @returns the 1-based line of the first; undefined where there are none
 */
export function findBackslash(head: FileHead): number | undefined {
  const first = /\\["\t,;|]/.exec(head.text);
  if (!first) return undefined;
  const plain = findTable({ ...head, text: head.text.replace(/\\[^]/g, 'x') });
  if (!plain || !isWellFormed(plain) || isWellFormed(startOf(head, plain.delimiter)))
    return undefined;
  return placeAt(head.text, first.index).line;
}

/** Whether the first records of a table are as wide as its header, and no quote is out of place. */
function isWellFormed({ header, records, hasStrayQuotes }: TableStart): boolean {
  const isEven = records.every(({ length }) => length === header.length);
  return records.length > 0 && isEven && !hasStrayQuotes;
}

/** What is left of a value when it is cut at its commas: no name of a column. */
const TORN_VALUE = /^\s*[[{]|[[{]\s*["'[{]/;

/** In front of a column's name: who gave the answers in it. */
const LABEL = /^\[[^[\]{}"']+\] /;

/** A list or an object that does not end in its cell. */
const TORN_CELL = /^[[{](?![^]*[\]}]$)/;

const SIDE_NAMES = new Set<string>(CALL_SIDES);

type Delimiter = (typeof DELIMITERS)[number];

/** What the beginning of a table shows. */
interface TableStart {
  readonly delimiter: Delimiter;
  readonly header: readonly string[];
  /** The first records after it that are whole. */
  readonly records: readonly (readonly string[])[];
  /** Whether a quote is out of place in them. */
  readonly hasStrayQuotes: boolean;
}

/**
 * A table names a side in its header, or has the same number of fields, two or more, in its header
 * and its first records.
 */
function findTable(head: Pick<FileHead, 'text' | 'isWhole'>): TableStart | undefined {
  const sep = SEP_LINE.exec(head.text)?.[1];
  if (ONE_COLUMN.test(head.text.replace(SEP_LINE, ''))) return startOf(head, ',');
  for (const delimiter of DELIMITERS) {
    if (sep !== undefined && sep !== delimiter) continue;
    const start = startOf(head, delimiter);
    if (isTable(start)) return start;
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
  const { data, errors } = Papa.parse<string[]>(text.replace(SEP_LINE, ''), {
    delimiter,
    preview: 6,
    skipEmptyLines: 'greedy',
  });
  const [header = [], ...records] = isWhole || data.length < 3 ? data : data.slice(0, -1);
  const hasStrayQuotes = errors.some(({ type }) => type === 'Quotes');
  return { delimiter, header, records, hasStrayQuotes };
}

function isTable({ delimiter, header, records }: TableStart): boolean {
  if (header.length < 2 || header.some(isTorn)) return false;
  // Markdown and terminals draw tables with bars
  if (delimiter === '|' && (header[0] === '' || !header.some(isKnownName))) return false;
  if (header.some((name) => SIDE_NAMES.has(simplifyName(name)))) return true;
  const agreeing = records.filter((record) => record.length === header.length).length;
  return agreeing * 2 >= records.length && header.filter((name) => name.trim() !== '').length >= 2;
}
