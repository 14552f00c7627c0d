import type { Reading, RunAnswer, RunInput, RunReader } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import type { RunQuestions } from '#workers/evaluation-api.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { RowDetail, RowPreview } from '#core/explain/row/row-detail.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { decidingOf } from '#core/explain/summary/headline.ts';
import type { fullMarks } from '#core/score/metrics/registry.ts';
import { filterKey, needsSource, plainFilters, type Filter } from '#core/explain/view/filter.ts';
import {
  BY_PLACE,
  isWhole,
  sortBy,
  type SortKey,
  type Sorting,
  allRows,
} from '#core/explain/view/sort-rows.ts';
import { loadWork } from '#kernel/load-work.ts';

/** The rows of the open run as the table shows them: filtered, sorted, one selected. */
export class RowsView {
  readonly #reader: RunReader;
  #cells = (): readonly string[] => PLAIN_LINES.cells;
  #run = $state.raw<ReadableRun | undefined>();
  #filters = $state.raw<readonly Filter[]>([]);
  #sorting = $state.raw<Sorting>([]);
  #timesSorted = $state(0);
  /** The score column that decides whether a row passes, as chosen; see `decidingOf`. */
  decides = $state('');
  #rows = $state.raw<Uint32Array>(new Uint32Array());
  /** The filters that gave these rows. */
  #shownFilters = $state.raw(PLAIN_LINES.filters);
  /** Every row is shown in its place. */
  #isWhole = $state(true);
  #selected = $state(-1);
  /** Whether a person selected that row: then it stays. */
  #isChosen = false;
  #detail = $state.raw<RowDetail | undefined>();
  #detailRead = Promise.resolve();
  readonly #selectedIndex = $derived(
    this.#isWhole ? this.#selected : this.#rows.indexOf(this.#selected),
  );
  #searched = $state<number | undefined>();
  readonly #previews: RowPreviews;
  /** The metrics come with the results, not with the page. */
  #metrics: { fullMarks: typeof fullMarks; decidingOf: typeof decidingOf } | undefined;
  /** Cancels the current search for rows. */
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

  /** The share of rows that the current search has read, in [0,1]; undefined without one. */
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
    // with the same rows, other facts about them have changed
    const isGrown =
      run?.key === before?.key && (run?.columns.rowCount ?? 0) > (before?.columns.rowCount ?? 0);
    this.#run = run;
    this.#previews.show(run, firstLines);
    if (!isSameData) {
      this.#filters = [];
      this.#sorting = [];
      this.#selected = -1;
      this.#isChosen = false;
      this.#detail = undefined;
    } else {
      const isThere = (columnId: string): boolean =>
        run?.columns.scores.some(({ id }) => id === columnId) === true;
      this.#filters = this.#filters.filter((filter) =>
        plainFilters(filter).every((plain) => !('columnId' in plain) || isThere(plain.columnId)),
      );
      this.#sorting = this.#sorting.filter(({ by }) => by === BY_PLACE || isThere(by));
    }
    const selected = this.#selected;
    await this.#refresh();
    this.#metrics ??= await loadWork();
    // what was shown since selects its own row
    if (this.#run !== run) return;
    const isKept = this.#selected >= 0 && this.#selected < (run?.columns.rowCount ?? 0);
    const isScoredNow = !this.#scoredIn(before) && this.#scoredIn(run) !== undefined;
    // of rows that are only now scored the first failure is read first
    if (!isKept || (isScoredNow && !this.#isChosen)) this.#selectFirst();
    // another row, selected now or meanwhile, is being read
    if (this.#selected === selected && !isGrown) await this.#readDetail();
  }

  /** Sets a filter, or removes it when it is set already. */
  toggle(filter: Filter): void {
    const key = filterKey(filter);
    const without = this.#filters.filter((other) => filterKey(other) !== key);
    void this.setFilters(without.length < this.#filters.length ? without : [...without, filter]);
  }

  /** Sets a filter; one that is set already stays. */
  async add(filter: Filter): Promise<void> {
    if (!this.has(filter)) await this.setFilters([...this.#filters, filter]);
  }

  has(filter: Filter): boolean {
    const key = filterKey(filter);
    return this.#filters.some((other) => filterKey(other) === key);
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
    void this.#sortAnew(sortBy(this.#sorting, by));
  }

  async #sortAnew(sorting: Sorting): Promise<void> {
    this.#sorting = sorting;
    await this.#refresh();
    this.#timesSorted++;
  }

  /** Counts how often a person has sorted the rows: the first are then what is looked for. */
  get timesSorted(): number {
    return this.#timesSorted;
  }

  /** How rows are sorted by a column; undefined where they are not. */
  sortKey(by: string): SortKey | undefined {
    return this.#sorting.find((key) => key.by === by);
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
    this.#isChosen = true;
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

  /** Whether some row has less than full marks in the metric that decides. */
  get hasFailures(): boolean {
    return this.#findFailure(0, 1) !== undefined;
  }

  /**
   * Selects the next row without full marks in the metric that decides; just the next row where all
   * have them, or no metric gives any.
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
    const full = this.#metrics?.fullMarks(metricId);
    for (let index = from; index >= 0 && index < this.#rows.length; index += direction) {
      const row = this.#rows[index] as number;
      const value = values[row] as number;
      if (!Number.isNaN(value) && value !== full) return row;
    }
    return undefined;
  }

  /**
   * The metric that decides, else the first with scores that separate good from bad: a dataset may have
   * no references.
   */
  #scoredIn(run: ReadableRun | undefined): ScoreValues | undefined {
    const scored = run?.columns.scores.filter(
      ({ metricId, values }) =>
        this.#metrics?.fullMarks(metricId) !== undefined &&
        values.some((value) => !Number.isNaN(value)),
    );
    const decides = run && this.#metrics?.decidingOf(run.columns, this.decides);
    return scored?.find(({ id }) => id === decides) ?? scored?.[0];
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
    this.#isChosen = false;
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

const KEPT = 4000;
/** More than a screen shows: what was looked at before has scrolled away. */
const BATCH = 120;
/** What lines are read with, besides the run: with something else they are read again. */
export interface LineContext {
  /** Names of the further columns shown. */
  readonly cells: readonly string[];
  /** What they look for is pointed at. */
  readonly filters: readonly Filter[];
}

export const PLAIN_LINES: LineContext = { cells: [], filters: [] };

interface KnownRow {
  readonly preview: RowPreview;
  readonly context: LineContext;
}

/** The table lines of a run's rows, read when they are first looked at. */
export class RowPreviews {
  readonly #reader: RunReader;
  readonly #context: () => LineContext;
  #run: ReadableRun | undefined;
  readonly #known = new Map<number, KnownRow>();
  /** Read by components that show a row, and raised when there are more lines. */
  #version = $state(0);
  /** Rows looked at and not yet read, the latest last. */
  readonly #wanted = new Set<number>();
  #isReading = false;

  /** @param context what they are read with; other lists mean that rows are read again */
  constructor(reader: RunReader, context: () => LineContext = () => PLAIN_LINES) {
    this.#reader = reader;
    this.#context = context;
  }

  /**
   * Turns to another run, to other columns of the same one, or to more of its rows.
   * @param firstLines lines of its first rows that were read already, without further columns or filters
   */
  show(run: ReadableRun | undefined, firstLines: readonly RowPreview[] = []): void {
    const isGrown = run !== undefined && run.key === this.#run?.key;
    this.#run = run;
    // the rows before are the same: they stay, and so does what is drawn of them
    if (isGrown) return;
    this.#wanted.clear();
    this.#known.clear();
    const context = this.#context();
    if (context.cells.length + context.filters.length === 0)
      for (const [row, preview] of firstLines.entries()) this.#known.set(row, { preview, context });
    this.#version++;
  }

  /** A row's line, or undefined while it is still being read, and for what is no row of the run. */
  get(row: number): RowPreview | undefined {
    // read so that the caller is run again when more lines are there
    if (this.#version < 0) return undefined;
    const known = this.#known.get(row);
    // the table may still list the rows of the run before
    const isRow = row >= 0 && row < (this.#run?.columns.rowCount ?? 0);
    if (isRow && !this.#isCurrent(known)) this.#want(row);
    return known?.preview;
  }

  #isCurrent(known: KnownRow | undefined): boolean {
    const { cells, filters } = this.#context();
    return known?.context.cells === cells && known.context.filters === filters;
  }

  #want(row: number): void {
    if (this.#wanted.size === 0 && !this.#isReading) queueMicrotask(() => void this.#read());
    this.#wanted.delete(row);
    this.#wanted.add(row);
  }

  /** Reads what was looked at last; rows still in sight that are left out will be looked at again. */
  async #read(): Promise<void> {
    const rows = [...this.#wanted].slice(-BATCH).sort((a, b) => a - b);
    this.#wanted.clear();
    this.#isReading = true;
    try {
      await this.#readRows(rows);
    } finally {
      this.#isReading = false;
      if (this.#wanted.size > 0) void this.#read();
    }
  }

  async #readRows(rows: readonly number[]): Promise<void> {
    const run = this.#run;
    const context = this.#context();
    if (!run || rows.length === 0) return;
    try {
      const previews = await this.#reader.ask(run, 'previewRows', { rows, ...context });
      if (this.#run?.key === run.key) this.#keep(rows, previews, context);
    } catch (error) {
      // the reader has reported a lost source to the workspace
      if (!(error instanceof SourceLost)) throw error;
    }
  }

  #keep(rows: readonly number[], previews: readonly RowPreview[], context: LineContext): void {
    for (const [index, row] of rows.entries()) {
      const preview = previews[index];
      this.#known.delete(row);
      if (preview) this.#known.set(row, { preview, context });
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    this.#version++;
  }
}
