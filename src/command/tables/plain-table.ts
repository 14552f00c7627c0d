import Table from 'cli-table3';
import { tableOf, type Printable, type Text } from '../printable.ts';

/** The lines of tables; plain ones for old terminals. */
const CHARACTERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

/** Prints a table; its first column is left-aligned, all others are numbers. */
export function plainTable(head: readonly Text[], rows: readonly (readonly Text[])[]): Printable {
  return tableOf(setTable, head, rows);
}

function setTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    head: [...head],
    chars: CHARACTERS,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
    colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
