import { GUARD, GUARD_COLUMN, guardCell, isRisky } from '#core/formats/csv/formula-guard.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { csvRecord } from './result-table.ts';

/**
 * A CSV file of results. Cells that a spreadsheet would run as formulas are guarded, and a last
 * column says in which records; a file that needs no guard has no such column.
 */
export class ResultCsv {
  readonly #header: readonly string[];
  readonly #records: string[] = [];
  /** Indexes of the records with a guarded cell. */
  readonly #guarded = new Set<number>();

  /**
   * Begins a file.
   * @param names the columns
   */
  constructor(names: readonly string[]) {
    this.#header = names;
  }

  /**
   * Adds a record.
   * @param cells its cells; numbers are never guarded
   */
  add(cells: readonly JsonValue[]): void {
    if (cells.some(isRiskyCell)) this.#guarded.add(this.#records.length);
    this.#records.push(csvRecord(cells.map(guarded)));
  }

  /**
   * Ends the file.
   * @returns its lines, with their ends
   */
  parts(): string[] {
    const needsColumn =
      this.#guarded.size > 0 || this.#header.some((name) => isRisky(name) || name === GUARD_COLUMN);
    const names = needsColumn ? [...this.#header.map(guardCell), GUARD_COLUMN] : this.#header;
    const lines = [`${csvRecord(names)}\r\n`];
    for (const [index, record] of this.#records.entries()) {
      const flag = this.#guarded.has(index) ? GUARD : '';
      lines.push(needsColumn ? `${record},${flag}\r\n` : `${record}\r\n`);
    }
    return lines;
  }
}

function isRiskyCell(cell: JsonValue): boolean {
  return typeof cell === 'string' && isRisky(cell);
}

function guarded(cell: JsonValue): JsonValue {
  return typeof cell === 'string' ? guardCell(cell) : cell;
}
