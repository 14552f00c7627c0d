import type {
  Reading,
  RunAnswer,
  RunInput,
  RunReader,
  ReadableRun,
} from '#kernel/worker/run-reader.ts';
import type { RunQuestions } from '#workers/evaluation-api.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { RowDetail, RowPreview } from '#core/explain/row/row-detail.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { fullMarks } from '#core/score/metrics/registry.ts';
import { filterKey, needsSource, plainFilters, type Filter } from '#core/explain/view/filter.ts';
import {
  BY_PLACE,
  isWhole,
  sortAlsoBy,
  sortBy,
  type SortKey,
  type Sorting,
} from '#core/explain/view/sort-rows.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import { loadWork } from '#kernel/load-work.ts';
import { PLAIN_LINES, RowPreviews } from './row-previews.svelte.ts';

/** The rows of the open run as the table shows them: filtered, sorted, one selected. */
export class RowsView {
  readonly #reader: RunReader;
  #cells = (): readonly string[] => PLAIN_LINES.cells;
  #run = $state.raw<ReadableRun | undefined>();
  #filters = $state.raw<readonly Filter[]>([]);
  #sorting = $state.raw<Sorting>([]);
  #rows = $state.raw<Uint32Array>(new Uint32Array());
  /** The filters that gave these rows. */
  #shownFilters = $state.raw(PLAIN_LINES.filters);
  /** Every row is shown in its place. */
  #isWhole = $state(true);
  #selected = $state(-1);
  #detail = $state.raw<RowDetail | undefined>();
  #detailRead = Promise.resolve();
  readonly #selectedIndex = $derived(
    this.#isWhole ? this.#selected : this.#rows.indexOf(this.#selected),
  );
  #searched = $state<number | undefined>();
  readonly #previews: RowPreviews;
  /** The metrics come with the results, not with the page. */
  #fullMarks: typeof fullMarks | undefined;
  /** Ends the search for rows that is under way. */
  #abort: AbortController | undefined;

  constructor(reader: RunReader) {
    this.#reader = reader;
    this.#previews = new RowPreviews(reader, () => ({
      cells: this.#cells(),
      filters: this.#shownFilters,
    }));
  }

  get filters(): readonly Filter[] {
    return this.#filters;
  }

  get sorting(): Sorting {
    return this.#sorting;
  }

  /** Row numbers in the order shown. */
  get rows(): Uint32Array {
    return this.#rows;
  }

  /** The rows that filters leave; undefined where none is set. */
  get filtered(): Uint32Array | undefined {
    return this.#filters.length > 0 ? this.#rows : undefined;
  }

  /** The selected row's number, −1 for none. */
  get selected(): number {
    return this.#selected;
  }

  /** Comes when the selected row has been read, or is lost. */
  get detailRead(): Promise<void> {
    return this.#detailRead;
  }

  /** The selected row in full, once it has been read. */
  get detail(): RowDetail | undefined {
    return this.#detail;
  }

  /** The share of rows that a search under way has read, in [0,1]; undefined without one. */
  get searched(): number | undefined {
    return this.#searched;
  }

  /** The selected row's place among the rows shown, −1 when it is filtered out. */
  get selectedIndex(): number {
    return this.#selectedIndex;
  }

  /** Sets which of the dataset's own columns the rows are read with. */
  showCells(cells: () => readonly string[]): void {
    this.#cells = cells;
  }

  /**
   * Shows another run, or other scores of the same data; the selection stays where it can.
   * @param firstLines the lines of its first rows, where they were read along with it
   */
  async show(
    run: ReadableRun | undefined,
    isSameData: boolean,
    firstLines?: readonly RowPreview[],
  ): Promise<void> {
    const before = this.#run;
    // with the same rows it is what is said about them that has changed
    const isGrown =
      run?.key === before?.key && (run?.columns.rowCount ?? 0) > (before?.columns.rowCount ?? 0);
    this.#run = run;
    this.#previews.show(run, firstLines);
    if (!isSameData) {
      this.#filters = [];
      this.#sorting = [];
      this.#selected = -1;
      this.#detail = undefined;
    } else {
      const isThere = (columnId: string): boolean =>
        run?.columns.scores.some(({ id }) => id === columnId) === true;
      this.#filters = this.#filters.filter((filter) =>
        plainFilters(filter).every((plain) => !('columnId' in plain) || isThere(plain.columnId)),
      );
      this.#sorting = this.#sorting.filter(({ by }) => by === BY_PLACE || isThere(by));
    }
    await this.#refresh();
    this.#fullMarks ??= (await loadWork()).fullMarks;
    const isKept = this.#selected >= 0 && this.#selected < (run?.columns.rowCount ?? 0);
    // of rows that are only now scored the first failure is read first
    if (!isKept || (!this.#scoredIn(before) && this.#scoredIn(run))) this.#selectFirst();
    else if (!isGrown) await this.#readDetail();
  }

  /** Sets a filter, or removes it when it is set already. */
  toggle(filter: Filter): void {
    const key = filterKey(filter);
    const without = this.#filters.filter((other) => filterKey(other) !== key);
    void this.setFilters(without.length < this.#filters.length ? without : [...without, filter]);
  }

  /** Sets a filter; one that is set already stays. */
  add(filter: Filter): void {
    if (!this.has(filter)) this.toggle(filter);
  }

  has(filter: Filter): boolean {
    const key = filterKey(filter);
    return this.#filters.some((other) => filterKey(other) === key);
  }

  /** Sets the text filter; an empty text removes it. */
  search(text: string): void {
    const others = this.#filters.filter(({ kind }) => kind !== 'text');
    void this.setFilters(
      text.trim() === '' ? others : [...others, { kind: 'text', text: text.trim() }],
    );
  }

  /** Sets conditions in place of those that limit the scores of the same columns so far. */
  limit(filters: readonly Filter[]): void {
    const columns = filters.map((filter) => 'columnId' in filter && filter.columnId);
    const others = this.#filters.filter(
      ({ kind, ...rest }) =>
        !(
          (kind === 'score' || kind === 'score-relation') &&
          'columnId' in rest &&
          columns.includes(rest.columnId)
        ),
    );
    void this.setFilters([...others, ...filters]);
  }

  async setFilters(filters: readonly Filter[]): Promise<void> {
    await this.arrange(filters, this.#sorting);
  }

  /** Sets filters and order together; equal filters are one. */
  async arrange(filters: readonly Filter[], sorting: Sorting): Promise<void> {
    this.#filters = [...new Map(filters.map((filter) => [filterKey(filter), filter])).values()];
    this.#sorting = sorting;
    await this.#refresh();
  }

  /** Sorts by a column; the same one again turns the order round, a third time ends it. */
  sort(by: string): void {
    this.#sorting = sortBy(this.#sorting, by);
    void this.#refresh();
  }

  /** Does the same with a column below those that rows are sorted by. */
  sortAlso(by: string): void {
    this.#sorting = sortAlsoBy(this.#sorting, by);
    void this.#refresh();
  }

  /** How rows are sorted by a column, with its 1-based place among the keys. */
  sortKey(by: string): (SortKey & { readonly place: number }) | undefined {
    const index = this.#sorting.findIndex((key) => key.by === by);
    const key = this.#sorting[index];
    return key && { ...key, place: index + 1 };
  }

  /** Asks about the open run; undefined where none is open. */
  async ask<Name extends keyof RunQuestions>(
    name: Name,
    input: RunInput<Name>,
    reading: Reading,
  ): Promise<RunAnswer<Name> | undefined> {
    return this.#run && this.#reader.ask(this.#run, name, input, reading);
  }

  /** Whether a row is among those shown. */
  isShown(row: number): boolean {
    return this.#isWhole || this.#rows.includes(row);
  }

  /** Selects a row by its number; returns whether filters hide it. */
  goTo(row: number): 'shown' | 'hidden' {
    if (!this.isShown(row)) return 'hidden';
    this.select(row);
    return 'shown';
  }

  select(row: number): void {
    if (row === this.#selected) return;
    this.#selected = row;
    this.#detailRead = this.#readDetail();
  }

  /** Selects the row so many places further on among the rows shown. */
  move(steps: number): void {
    const index = this.selectedIndex;
    const next = index < 0 ? 0 : Math.min(this.#rows.length - 1, Math.max(0, index + steps));
    const row = this.#rows[next];
    if (row !== undefined) this.select(row);
  }

  /** Whether some row has less than full marks in the first metric that has any scores. */
  get hasFailures(): boolean {
    return this.#findFailure(0, 1) !== undefined;
  }

  /**
   * Selects the next row without full marks in the first metric that has any scores; just the next
   * row where all have them, or no metric gives any.
   */
  moveToFailure(direction: 1 | -1): void {
    const next = this.selectedIndex + direction;
    const row = this.hasFailures ? this.#findFailure(next, direction) : this.#rows[next];
    if (row !== undefined) this.select(row);
  }

  #findFailure(from: number, direction: 1 | -1): number | undefined {
    const scored = this.#scoredIn(this.#run);
    if (!scored) return undefined;
    const { metricId, values } = scored;
    const full = this.#fullMarks?.(metricId);
    for (let index = from; index >= 0 && index < this.#rows.length; index += direction) {
      const row = this.#rows[index] as number;
      const value = values[row] as number;
      if (!Number.isNaN(value) && value !== full) return row;
    }
    return undefined;
  }

  /** The first metric with scores that tell good from bad: a dataset may have no references. */
  #scoredIn(run: ReadableRun | undefined): ScoreValues | undefined {
    return run?.columns.scores.find(
      ({ metricId, values }) =>
        this.#fullMarks?.(metricId) !== undefined && values.some((value) => !Number.isNaN(value)),
    );
  }

  /** A row's line, or undefined while it is still being read. */
  preview(row: number): RowPreview | undefined {
    return this.#previews.get(row);
  }

  async #refresh(): Promise<void> {
    this.#abort?.abort();
    this.#abort = undefined;
    const run = this.#run;
    if (!run || isWhole(this.#filters, this.#sorting)) {
      this.#searched = undefined;
      this.#show(allRows(run?.columns.rowCount ?? 0), true);
      return;
    }
    const isRead = this.#filters.some(needsSource);
    this.#searched = isRead ? 0 : undefined;
    const abort = new AbortController();
    this.#abort = abort;
    const { signal } = abort;
    try {
      const rows = await this.#reader.ask(
        run,
        'view',
        { filters: this.#filters, sorting: this.#sorting },
        { signal, onProgress: (share) => (this.#searched = share) },
      );
      if (!signal.aborted) this.#show(rows, false);
    } catch (error) {
      if (!signal.aborted && !(error instanceof SourceLost)) throw error;
    } finally {
      if (!signal.aborted) {
        this.#searched = undefined;
        this.#abort = undefined;
      }
    }
  }

  #show(rows: Uint32Array, isWhole: boolean): void {
    this.#rows = rows;
    this.#isWhole = isWhole;
    // none is always the same list: lines are not read again
    this.#shownFilters = this.#filters.length > 0 ? this.#filters : PLAIN_LINES.filters;
  }

  #selectFirst(): void {
    const row = this.#findFailure(0, 1) ?? this.#rows[0];
    if (row !== undefined) this.select(row);
  }

  async #readDetail(): Promise<void> {
    const run = this.#run;
    const row = this.#selected;
    if (!run || row < 0) return;
    try {
      const detail = await this.#reader.ask(run, 'detailRow', row);
      if (this.#run?.key === run.key && this.#selected === row) this.#detail = detail;
    } catch (error) {
      if (!(error instanceof SourceLost)) throw error;
    }
  }
}
