import { isTableOfRuns } from '#core/read/formats/csv/csv.ts';
import { RecordWriter } from '#core/read/formats/csv/record-writer.ts';
import { readWhole, type RowSink, type TextFormat } from '#core/read/containers/format.ts';
import type { FileHead } from '#core/read/containers/head-values.ts';
import { trimEndWhere } from '#core/base/text/line-ends.ts';

/**
 * A table as Markdown writes it, or a database's terminal, with whatever is around it. Tables
 * after the first are read where they have the same header.
 * @see https://github.github.com/gfm/#tables-extension-
 */
export const markdownTable: TextFormat = {
  id: 'markdown-table',
  title: 'Markdown table',
  unit: 'Line',
  kind: 'text',
  // in the cells of another table, it is data
  recognise: (head: FileHead) => hasTable(head.text) && !isTableOfRuns(head),
  createReader: (sink) => readWhole((text) => readTables(text.split('\n'), sink)),
};

/** Below the header of a table whose cells may span lines. */
const GRID = /^\+=[=+]*\+$/;
/** What terminals draw above and below a table. */
const BORDER = /^\s*\+-[-+]*\+\s*$/;

function hasTable(text: string): boolean {
  if (!text.includes('|')) return false;
  const lines = text.split('\n');
  if (text.includes('+=') && lines.some((line) => GRID.test(line.trim()))) return false;
  return lines.some((_, at) => headerAt(lines, at) !== undefined);
}

/** The names of the columns, where a table begins at a line: the next one draws a rule below it. */
function headerAt(lines: readonly string[], at: number): readonly string[] | undefined {
  const line = lines[at] ?? '';
  const rule = lines[at + 1] ?? '';
  if (!line.includes('|') || !isRule(rule)) return undefined;
  const names = cellsOf(line);
  return names.length >= 2 && names.length === cellsOf(rule.replaceAll('+', '|')).length
    ? names
    : undefined;
}

/** What separates the header of a table from its rows: `|---|:-:|`, or `---+---` in a terminal. */
function isRule(line: string): boolean {
  const parts = line.split(/[|+]/).map((part) => part.trim());
  if (parts.length > 1 && parts[0] === '') parts.shift();
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return /[|+]/.test(line) && parts.every((part) => /^:?-+:?$/.test(part));
}

function readTables(lines: readonly string[], sink: RowSink): void {
  const writer = new RecordWriter(sink, '|');
  let header: string | undefined;
  const ignored: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const names = headerAt(lines, at);
    if (names && (header === undefined || names.join('|') === header)) {
      if (header === undefined) writer.record(names);
      header = names.join('|');
      at = readRows(lines, at + 2, names[0] === '', writer);
    } else if (lines[at]?.trim() !== '' && !BORDER.test(lines[at] ?? '')) ignored.push(at + 1);
  }
  const [line, ...others] = ignored;
  if (line !== undefined) sink.note({ code: 'lines_ignored', line, count: others.length + 1 });
}

/**
 * Reads rows up to a line of another kind, and returns the place of the last. Where pandas numbers the
 * rows, a line without a number continues with the cells above it.
 */
function readRows(
  lines: readonly string[],
  from: number,
  isNumbered: boolean,
  writer: RecordWriter,
): number {
  let at = from;
  while (lines[at]?.includes('|') === true) {
    writer.line = at + 1;
    const cells = cellsOf(lines[at++] ?? '');
    while (isNumbered && cells[0] !== '' && lines[at]?.includes('|') === true) {
      const more = cellsOf(lines[at] ?? '');
      if (more[0] !== '' || more.length !== cells.length) break;
      for (const [place, cell] of more.entries())
        if (cell !== '') cells[place] = `${cells[place] ?? ''}\n${cell}`;
      at++;
    }
    writer.record(cells, 1);
  }
  return at - 1;
}

function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).map(cellText);
}

/** What a cell says, without what Markdown needs to write it. */
function cellText(cell: string): string {
  const text = cell
    .trim()
    .replace(/\\([|_])/g, '$1')
    .replace(/<br ?\/?>/gi, '\n');
  return codeIn(text) ?? text;
}

/** What is between backticks, where it holds no run of as many; undefined for other text. */
function codeIn(text: string): string | undefined {
  const width = text.length - trimEndWhere(text, (char) => char === '`').length;
  if (width === 0 || 2 * width >= text.length) return undefined;
  const code = text.slice(width, -width);
  const isMarked = text.startsWith('`'.repeat(width));
  const isWhole = !(code.match(/`+/g) ?? []).some((run) => run.length >= width);
  return isMarked && isWhole ? code.trim() : undefined;
}
