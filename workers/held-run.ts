import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { MatchingRules } from '#core/matching/rules.ts';
import { GrowingColumns } from '#core/scoring/growing-columns.ts';
import { withScores } from '#core/ratings/ratings.ts';
import type { LabelColumn, ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { summariseRun, type RunSummary, type SummaryRequest } from '#core/summary/run-summary.ts';
import { tableOfTools, type ToolTable } from '#core/tool-table/tool-table.ts';
import { rowsWithValue, type CellValues } from '#core/view/cell-values.ts';
import {
  filterKey,
  isSourceFilter,
  plainFilters,
  type Filter,
  type SourceFilter,
} from '#core/view/filter.ts';
import { groupRows, type GroupBy, type Grouping } from '#core/view/group-rows.ts';
import { keepRows, type ReadForFilters } from '#core/view/keep-rows.ts';
import type { Sorting } from '#core/view/sort-rows.ts';
import { viewRows } from '#core/view/view-rows.ts';
import { matchRows, readCells, readToolPairs, type OnProgress } from './read-rows.ts';

const COLUMNS_KEPT = 4;
const CONDITIONS_KEPT = 16;

/** Where the rows of a run stand, and how they are read. */
export interface RowSource {
  readonly rows: Blob;
  readonly roles: ColumnRoles;
  /** When two calls match; absent: when they are equal. */
  readonly matching?: MatchingRules | undefined;
}

/** A run that a worker keeps, with what it has read of the source for filters and groups. */
export class HeldRun {
  #source: RowSource = { rows: new Blob(), roles: {} };
  readonly #columns = new GrowingColumns();
  /** What the last conditions were met by, so that sorting what they keep reads nothing again. */
  readonly #matches = new Map<string, Uint8Array>();
  readonly #cells = new Map<string, CellValues>();
  #toolPairs: LabelColumn | undefined;
  #added: ScoreValues | undefined;

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
    this.#matches.clear();
    this.#cells.clear();
    this.#toolPairs = undefined;
  }

  /** All rows taken, with the scores that were put in since. */
  get columns(): ScoredColumns {
    const columns = this.#columns.take();
    return this.#added ? withScores(columns, this.#added) : columns;
  }

  /** Takes a score column of all rows in place of the one with its id. */
  putScores(scores: ScoreValues): void {
    this.#added = scores;
  }

  /** Lists the rows that meet the filters, in order; undefined when stopped. */
  async view(
    filters: readonly Filter[],
    sorting: Sorting,
    onProgress?: OnProgress,
  ): Promise<Uint32Array | undefined> {
    const read = await this.#readFor(filters, onProgress);
    return read && viewRows(this.columns, filters, sorting, read);
  }

  /** Groups the rows that meet the filters; undefined when stopped. */
  async group(
    by: GroupBy,
    filters: readonly Filter[],
    onProgress?: OnProgress,
  ): Promise<Grouping | undefined> {
    const cells = by.kind === 'cell' ? await this.#cellsOf(by.column, onProgress) : undefined;
    if (by.kind === 'cell' && !cells) return undefined;
    const read = await this.#readFor(filters, onProgress);
    return read && groupRows(this.columns, keepRows(this.columns, filters, read), by, cells);
  }

  /** Describes the rows that meet the filters; undefined when stopped. */
  async summary(
    request: SummaryRequest,
    filters: readonly Filter[],
    onProgress?: OnProgress,
  ): Promise<RunSummary | undefined> {
    const by = request.grouped?.by;
    const cells = by?.kind === 'cell' ? await this.#cellsOf(by.column, onProgress) : undefined;
    if (by?.kind === 'cell' && !cells) return undefined;
    const read = await this.#readFor(filters, onProgress);
    return (
      read && summariseRun(this.columns, keepRows(this.columns, filters, read), request, cells)
    );
  }

  /** Counts expected and called tools of the rows that meet the filters; undefined when stopped. */
  async toolTable(
    filters: readonly Filter[],
    onProgress?: OnProgress,
  ): Promise<ToolTable | undefined> {
    const pairs = await this.#pairsOfTools(onProgress);
    const read = pairs && (await this.#readFor(filters, onProgress));
    return read && tableOfTools(pairs, keepRows(this.columns, filters, read));
  }

  async #readFor(
    filters: readonly Filter[],
    onProgress?: OnProgress,
  ): Promise<ReadForFilters | undefined> {
    const wanted = filters.flatMap(plainFilters);
    const wantsTools = wanted.some(({ kind }) => kind === 'tool-pair');
    const toolPairs = wantsTools ? await this.#pairsOfTools(onProgress) : undefined;
    if (wantsTools && !toolPairs) return undefined;
    const matches = await this.#matchesOf(wanted.filter(isSourceFilter), onProgress);
    return matches && { toolPairs, matches };
  }

  async #pairsOfTools(onProgress?: OnProgress): Promise<LabelColumn | undefined> {
    this.#toolPairs ??= await readToolPairs(this.#source, this.columns, onProgress);
    return this.#toolPairs;
  }

  /** Reads the rows once for all conditions that are not known yet. */
  async #matchesOf(
    filters: readonly SourceFilter[],
    onProgress?: OnProgress,
  ): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
    const found = new Map<string, Uint8Array>();
    const unknown: SourceFilter[] = [];
    for (const filter of filters) {
      const known = this.#matches.get(filterKey(filter)) ?? this.#matchesOfCells(filter);
      if (known) found.set(filterKey(filter), known);
      else unknown.push(filter);
    }
    if (unknown.length > 0) {
      const read = await matchRows(this.#source.rows, this.columns, unknown, onProgress);
      if (!read) return undefined;
      for (const [index, matches] of read.entries())
        found.set(filterKey(unknown[index] as SourceFilter), matches);
    }
    for (const [key, matches] of found) this.#matches.set(key, matches);
    dropOldest(this.#matches, CONDITIONS_KEPT);
    return found;
  }

  #matchesOfCells(filter: SourceFilter): Uint8Array | undefined {
    const cells = filter.kind === 'cell' ? this.#cells.get(filter.column) : undefined;
    return cells && filter.kind === 'cell' ? rowsWithValue(cells, filter.value) : undefined;
  }

  async #cellsOf(column: string, onProgress?: OnProgress): Promise<CellValues | undefined> {
    const known = this.#cells.get(column);
    if (known) return known;
    const values = await readCells(this.#source.rows, this.columns, column, onProgress);
    if (!values) return undefined;
    this.#cells.set(column, values);
    dropOldest(this.#cells, COLUMNS_KEPT);
    return values;
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
