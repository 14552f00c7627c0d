import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { MatchingRules } from '#core/matching/rules.ts';
import { GrowingColumns } from '#core/scoring/growing-columns.ts';
import type { LabelColumn, ScoredColumns } from '#core/scoring/scored-columns.ts';
import { summariseRun, type RunSummary, type SummaryRequest } from '#core/summary/run-summary.ts';
import { tableOfTools, type ToolTable } from '#core/tool-table/tool-table.ts';
import type { CellValues } from '#core/view/cell-values.ts';
import { groupRows, type GroupBy, type Grouping } from '#core/view/group-rows.ts';
import { keepRows, type Filter, type ReadForFilters } from '#core/view/keep-rows.ts';
import type { Sorting } from '#core/view/sort-rows.ts';
import { viewRows } from '#core/view/view-rows.ts';
import { readCells, readToolPairs, searchRows, type OnProgress } from './read-rows.ts';

const COLUMNS_KEPT = 4;

/** Where the rows of a run stand, and how they are read. */
export interface RowSource {
  readonly rows: Blob;
  readonly roles: ColumnRoles;
  /** When two calls match; absent: when they are equal. */
  readonly matching?: MatchingRules | undefined;
}

/** What was read for filters and groups. */
type FullReading = ReadForFilters & { readonly cells: ReadonlyMap<string, CellValues> };

/** A run that a worker keeps, with what it has read of the source for filters and groups. */
export class HeldRun {
  #source: RowSource = { rows: new Blob(), roles: {} };
  readonly #columns = new GrowingColumns();
  /** The last search, so that sorting what it found does not search again. */
  #search: { readonly text: string; readonly matches: Uint8Array } | undefined;
  readonly #cells = new Map<string, CellValues>();
  #toolPairs: LabelColumn | undefined;

  /**
   * Takes the next rows and the source, which may have grown; what was read before counts no longer.
   * @throws RangeError when they do not follow on those taken before
   */
  add(from: number, piece: ScoredColumns, source: RowSource): void {
    const { rowCount } = this.#columns;
    if (from !== rowCount)
      throw new RangeError(`rows from ${String(from)} on after ${String(rowCount)} rows`);
    this.#columns.append(piece);
    this.#source = source;
    this.#search = undefined;
    this.#cells.clear();
    this.#toolPairs = undefined;
  }

  /** All rows taken. */
  get columns(): ScoredColumns {
    return this.#columns.take();
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

  /** Describes the rows that meet the filters; undefined when stopped. */
  async summary(
    request: SummaryRequest,
    filters: readonly Filter[],
    onProgress?: OnProgress,
  ): Promise<RunSummary | undefined> {
    const by = request.grouped?.by;
    const column = by?.kind === 'cell' ? by.column : undefined;
    const read = await this.#readFor(filters, column === undefined ? [] : [column], onProgress);
    if (!read) return undefined;
    const rows = keepRows(this.columns, filters, read);
    return summariseRun(this.columns, rows, request, read.cells.get(column ?? ''));
  }

  /** Counts expected and called tools of the rows that meet the filters; undefined when stopped. */
  async toolTable(
    filters: readonly Filter[],
    onProgress?: OnProgress,
  ): Promise<ToolTable | undefined> {
    const pairs = await this.#pairsOfTools(onProgress);
    const read = pairs && (await this.#readFor(filters, [], onProgress));
    return read && tableOfTools(pairs, keepRows(this.columns, filters, read));
  }

  async #readFor(
    filters: readonly Filter[],
    more: readonly string[],
    onProgress?: OnProgress,
  ): Promise<FullReading | undefined> {
    const text = filters.find((filter) => filter.kind === 'text')?.text;
    const wanted = filters.flatMap((filter) => (filter.kind === 'cell' ? [filter.column] : []));
    const cells = new Map<string, CellValues>();
    for (const column of [...wanted, ...more]) {
      const values = await this.#cellsOf(column, onProgress);
      if (!values) return undefined;
      cells.set(column, values);
    }
    const wantsTools = filters.some(({ kind }) => kind === 'tool-pair');
    const toolPairs = wantsTools ? await this.#pairsOfTools(onProgress) : undefined;
    if (wantsTools && !toolPairs) return undefined;
    if (text === undefined) return { cells, toolPairs };
    const textMatches = await this.#matchesOf(text, onProgress);
    return textMatches && { cells, toolPairs, textMatches };
  }

  async #pairsOfTools(onProgress?: OnProgress): Promise<LabelColumn | undefined> {
    this.#toolPairs ??= await readToolPairs(this.#source, this.columns, onProgress);
    return this.#toolPairs;
  }

  async #matchesOf(text: string, onProgress?: OnProgress): Promise<Uint8Array | undefined> {
    if (this.#search?.text === text) return this.#search.matches;
    const matches = await searchRows(this.#source.rows, this.columns, text, onProgress);
    if (matches) this.#search = { text, matches };
    return matches;
  }

  async #cellsOf(column: string, onProgress?: OnProgress): Promise<CellValues | undefined> {
    const known = this.#cells.get(column);
    if (known) return known;
    const values = await readCells(this.#source.rows, this.columns, column, onProgress);
    if (!values) return undefined;
    this.#cells.set(column, values);
    for (const oldest of this.#cells.keys()) {
      if (this.#cells.size <= COLUMNS_KEPT) break;
      this.#cells.delete(oldest);
    }
    return values;
  }
}
