import type { RunReader, ReadableRun } from '#bridge/run-reader.ts';
import type { RowDetail, RowPreview } from '#core/row/row-detail.ts';
import { RowPreviews } from './row-previews.svelte.ts';
import { allRows, BY_PLACE, isWhole, type Filter, type Sorting } from '#core/view/view-rows.ts';

/** The rows of the open run as the table shows them: filtered, sorted, one selected. */
export class RowsView {
  readonly #reader: RunReader;
  #run = $state.raw<ReadableRun | undefined>();
  #filters = $state.raw<readonly Filter[]>([]);
  #sorting = $state.raw<Sorting>({ by: BY_PLACE, descending: false });
  #rows = $state.raw<Uint32Array>(new Uint32Array());
  #selected = $state(-1);
  #detail = $state.raw<RowDetail | undefined>();
  #isSearching = $state(false);
  readonly #previews: RowPreviews;
  #abort = new AbortController();

  constructor(reader: RunReader) {
    this.#reader = reader;
    this.#previews = new RowPreviews(reader);
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

  /** The selected row's number, −1 for none. */
  get selected(): number {
    return this.#selected;
  }

  /** The selected row in full, once it has been read. */
  get detail(): RowDetail | undefined {
    return this.#detail;
  }

  get isSearching(): boolean {
    return this.#isSearching;
  }

  /** The selected row's place among the rows shown, −1 when it is filtered out. */
  get selectedIndex(): number {
    return this.#rows.indexOf(this.#selected);
  }

  /** Shows another run, or other scores of the same data; the selection stays where it can. */
  async show(run: ReadableRun | undefined, isSameData: boolean): Promise<void> {
    this.#run = run;
    this.#previews.show(run);
    if (!isSameData) {
      this.#filters = [];
      this.#sorting = { by: BY_PLACE, descending: false };
      this.#selected = -1;
      this.#detail = undefined;
    } else {
      this.#filters = this.#filters.filter(
        (filter) =>
          !('columnId' in filter) || run?.columns.scores.some(({ id }) => id === filter.columnId),
      );
    }
    await this.#refresh();
    if (this.#selected < 0 || this.#selected >= (run?.columns.rowCount ?? 0)) this.#selectFirst();
    else await this.#readDetail();
  }

  /** Sets a filter, or takes it away when it is set already. */
  toggle(filter: Filter): void {
    const key = JSON.stringify(filter);
    const without = this.#filters.filter((other) => JSON.stringify(other) !== key);
    void this.setFilters(without.length < this.#filters.length ? without : [...without, filter]);
  }

  has(filter: Filter): boolean {
    const key = JSON.stringify(filter);
    return this.#filters.some((other) => JSON.stringify(other) === key);
  }

  /** Sets the text filter; an empty text takes it away. */
  search(text: string): void {
    const others = this.#filters.filter(({ kind }) => kind !== 'text');
    void this.setFilters(
      text.trim() === '' ? others : [...others, { kind: 'text', text: text.trim() }],
    );
  }

  /** Sets the range of a score column. */
  setRange(columnId: string, min: number, max: number): void {
    const others = this.#filters.filter(
      (filter) => !(filter.kind === 'score' && filter.columnId === columnId),
    );
    void this.setFilters([...others, { kind: 'score', columnId, min, max }]);
  }

  async setFilters(filters: readonly Filter[]): Promise<void> {
    this.#filters = filters;
    await this.#refresh();
  }

  /** Sorts by a column; the same one again turns the order round, a third time ends it. */
  sort(by: string): void {
    const { by: current, descending } = this.#sorting;
    if (by !== current) this.#sorting = { by, descending: false };
    else if (!descending) this.#sorting = { by, descending: true };
    else this.#sorting = { by: BY_PLACE, descending: false };
    void this.#refresh();
  }

  select(row: number): void {
    if (row === this.#selected) return;
    this.#selected = row;
    void this.#readDetail();
  }

  /** Selects the row so many places further on among the rows shown. */
  move(steps: number): void {
    const index = this.selectedIndex;
    const next = index < 0 ? 0 : Math.min(this.#rows.length - 1, Math.max(0, index + steps));
    const row = this.#rows[next];
    if (row !== undefined) this.select(row);
  }

  /** Selects the next row below full marks in some metric with a verdict. */
  moveToFailure(direction: 1 | -1): void {
    const judged = this.#run?.columns.scores.filter(
      ({ metricId }) => metricId === 'trajectory_exact_match',
    );
    const from = this.selectedIndex;
    for (
      let index = from + direction;
      index >= 0 && index < this.#rows.length;
      index += direction
    ) {
      const row = this.#rows[index] as number;
      if (judged?.some(({ values }) => (values[row] ?? 1) < 1)) {
        this.select(row);
        return;
      }
    }
  }

  /** A row's line, or undefined while it is still being read. */
  preview(row: number): RowPreview | undefined {
    return this.#previews.get(row);
  }

  async #refresh(): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const run = this.#run;
    if (!run) {
      this.#rows = new Uint32Array();
      return;
    }
    if (isWhole(this.#filters, this.#sorting)) {
      this.#isSearching = false;
      this.#rows = allRows(run.columns.rowCount);
      return;
    }
    this.#isSearching = this.#filters.some(({ kind }) => kind === 'text');
    try {
      const rows = await this.#reader.view(run, this.#filters, this.#sorting, abort.signal);
      if (!abort.signal.aborted) this.#rows = rows;
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      if (!abort.signal.aborted) this.#isSearching = false;
    }
  }

  #selectFirst(): void {
    const exact = this.#run?.columns.scores.find(
      ({ metricId }) => metricId === 'trajectory_exact_match',
    );
    const failing = this.#rows.find((row) => (exact?.values[row] ?? 1) < 1);
    const row = failing ?? this.#rows[0];
    if (row === undefined) return;
    this.#selected = row;
    void this.#readDetail();
  }

  async #readDetail(): Promise<void> {
    const run = this.#run;
    const row = this.#selected;
    if (!run || row < 0) return;
    const detail = await this.#reader.detailRow(run, row);
    if (this.#run === run && this.#selected === row) this.#detail = detail;
  }
}
