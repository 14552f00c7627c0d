import { decodeEntities } from '#core/base/text/html-entities.ts';
import { isTableOfRuns } from '#core/read/formats/csv/csv.ts';
import { RecordWriter } from '#core/read/formats/csv/record-writer.ts';
import { readWhole, type RowSink, type TextFormat } from '#core/read/containers/format.ts';
import type { FileHead } from '#core/read/containers/head-values.ts';
import { LineFinder } from '#core/read/containers/text-lines.ts';
import { isKnownName } from '#core/read/names/column-names.ts';

/**
 * Tables as pandas writes them in HTML and notebooks show them. Nothing of the page is run or
 * fetched: tags are cut off, and all else is text.
 * @see https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_html.html
 */
export const htmlTable: TextFormat = {
  id: 'html-table',
  title: 'HTML table',
  unit: 'Line',
  kind: 'text',
  recognise: (head: FileHead) =>
    !/^\s*["'[{]/.test(head.text) && !isTableOfRuns(head) && holdsHtmlTable(head.text),
  createReader: (sink) => readWhole((text) => readHtmlTables(text, sink)),
};

/** Whether a text has a table whose header names what a run has. */
export function holdsHtmlTable(text: string): boolean {
  return tablesOf(text).some(isOfRuns);
}

/** Reads the table that says most of runs, and those with the same header. */
export function readHtmlTables(text: string, sink: RowSink): void {
  const tables = tablesOf(text).filter(isOfRuns);
  const counts = tables.map(({ header }) => header.filter(isKnownName).length);
  const main = tables[counts.indexOf(Math.max(...counts))];
  if (!main) {
    sink.fail({ code: 'shape_unknown', shape: 'markup' });
    return;
  }
  const writer = new RecordWriter(sink, '|');
  writer.record(main.header);
  for (const { rows } of tables.filter(({ header }) => header.join() === main.header.join())) {
    for (const { cells, line } of rows) {
      writer.line = line;
      // pandas leaves the rows in the middle out
      if (cells.every((cell) => cell === '...')) writer.skip(cells.join(' '));
      else writer.record(cells, 1);
    }
  }
}

interface HtmlRow {
  readonly cells: readonly string[];
  /** 1-based physical line. */
  readonly line: number;
}

interface HtmlTable {
  readonly header: readonly string[];
  readonly rows: readonly HtmlRow[];
}

/** A header of one row, with as many names as the rows have cells, some of them usual ones. */
function isOfRuns({ header, rows }: HtmlTable): boolean {
  const isEven = rows.every(({ cells }) => cells.length === header.length);
  return rows.length > 0 && isEven && header.filter(isKnownName).length >= 2;
}

const TAG = /<(\/?)([a-z][a-z\d]*)\b([^<>]*)>/gi;
const SPANS = /\b(?:col|row)span\s*=\s*["']?(?:[2-9]|1\d)/i;

function tablesOf(text: string): readonly HtmlTable[] {
  const lines = new LineFinder(text);
  const tables: HtmlRow[][] = [];
  let cells: string[] | undefined;
  /** Offset of what is in the cell that is open; undefined outside cells. */
  let from: number | undefined;
  const closeCell = (to: number): void => {
    if (from !== undefined) cells?.push(cellText(text.slice(from, to)));
    from = undefined;
  };
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    const kind = name.toLowerCase();
    if (/^(?:table|thead|tbody|tfoot|tr|t[dh])$/.test(kind)) closeCell(index);
    if (slash === '/') {
      if (kind === 'tr' || kind === 'table') cells = undefined;
    } else if (kind === 'table') tables.push([]);
    else if (kind === 'tr') {
      cells = [];
      tables.at(-1)?.push({ cells, line: lines.lineAt(index) });
    } else if (kind === 'td' || kind === 'th') {
      // a cell that spans others belongs to no column: the row is uneven
      if (SPANS.test(attributes)) cells = undefined;
      from = index + tag.length;
    }
  }
  return tables.flatMap(([header, ...rows]) =>
    header ? [{ header: header.cells, rows: rows.filter((row) => row.cells.length > 0) }] : [],
  );
}

/** What a cell says, without tags. */
function cellText(html: string): string {
  const text = html.replace(/<br\s*\/?>/gi, '\n').replace(TAG, '');
  return decodeEntities(text.trim());
}
