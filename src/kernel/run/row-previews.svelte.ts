import type { ReadableRun, RunReader } from '#kernel/worker/run-reader.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';

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
  /** Read by whoever looks at a row, and raised when there are more lines. */
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
