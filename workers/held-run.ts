import { joinColumns, NO_ROWS, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import type { CellValues } from '#core/view/cell-values.ts';
import { groupRows, type GroupBy, type Grouping } from '#core/view/group-rows.ts';
import { keepRows, type Filter, type ReadForFilters } from '#core/view/keep-rows.ts';
import type { Sorting } from '#core/view/sort-rows.ts';
import { viewRows } from '#core/view/view-rows.ts';
import { readCells, searchRows, type OnProgress } from './read-rows.ts';

const COLUMNS_KEPT = 4;

/** A run that a worker keeps, with what it has read of the source for filters and groups. */
export class HeldRun {
  #rows = new Blob();
  #pieces: ScoredColumns[] = [];
  #rowCount = 0;
  /** The last search, so that sorting what it found does not search again. */
  #search: { readonly text: string; readonly matches: Uint8Array } | undefined;
  readonly #cells = new Map<string, CellValues>();

  /**
   * Takes the next rows and the source, which may have grown; what was read before counts no longer.
   * @throws RangeError when they do not follow on those taken before
   */
  add(from: number, piece: ScoredColumns, rows: Blob): void {
    if (from !== this.#rowCount)
      throw new RangeError(`rows from ${String(from)} on after ${String(this.#rowCount)} rows`);
    this.#rowCount += piece.rowCount;
    this.#pieces.push(piece);
    this.#rows = rows;
    this.#search = undefined;
    this.#cells.clear();
  }

  /** All rows taken. */
  get columns(): ScoredColumns {
    if (this.#pieces.length > 1) this.#pieces = [joinColumns(this.#pieces)];
    return this.#pieces[0] ?? NO_ROWS;
  }

  /** Lists the rows that meet the filters, in order; undefined when stopped. */
  async view(
    filters: readonly Filter[],
    sorting: Sorting,
    onProgress?: OnProgress,
  ): Promise<Uint32Array | undefined> {
    const read = await this.#readFor(filters, [], onProgress);
    return read && viewRows(this.columns, filters, sorting, read);
  }

  /** Groups the rows that meet the filters; undefined when stopped. */
  async group(
    by: GroupBy,
    filters: readonly Filter[],
    onProgress?: OnProgress,
  ): Promise<Grouping | undefined> {
    const column = by.kind === 'cell' ? by.column : undefined;
    const read = await this.#readFor(filters, column === undefined ? [] : [column], onProgress);
    if (!read) return undefined;
    const rows = keepRows(this.columns, filters, read);
    return groupRows(this.columns, rows, by, read.cells.get(column ?? ''));
  }

  async #readFor(
    filters: readonly Filter[],
    more: readonly string[],
    onProgress?: OnProgress,
  ): Promise<(ReadForFilters & { readonly cells: ReadonlyMap<string, CellValues> }) | undefined> {
    const text = filters.find((filter) => filter.kind === 'text')?.text;
    const wanted = filters.flatMap((filter) => (filter.kind === 'cell' ? [filter.column] : []));
    const cells = new Map<string, CellValues>();
    for (const column of [...wanted, ...more]) {
      const values = await this.#cellsOf(column, onProgress);
      if (!values) return undefined;
      cells.set(column, values);
    }
    if (text === undefined) return { cells };
    const textMatches = await this.#matchesOf(text, onProgress);
    return textMatches && { cells, textMatches };
  }

  async #matchesOf(text: string, onProgress?: OnProgress): Promise<Uint8Array | undefined> {
    if (this.#search?.text === text) return this.#search.matches;
    const matches = await searchRows(this.#rows, this.columns, text, onProgress);
    if (matches) this.#search = { text, matches };
    return matches;
  }

  async #cellsOf(column: string, onProgress?: OnProgress): Promise<CellValues | undefined> {
    const known = this.#cells.get(column);
    if (known) return known;
    const values = await readCells(this.#rows, this.columns, column, onProgress);
    if (!values) return undefined;
    this.#cells.set(column, values);
    for (const oldest of this.#cells.keys()) {
      if (this.#cells.size <= COLUMNS_KEPT) break;
      this.#cells.delete(oldest);
    }
    return values;
  }
}
