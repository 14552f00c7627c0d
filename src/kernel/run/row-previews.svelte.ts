import type { ReadableRun, RunReader } from '#kernel/worker/run-reader.ts';
import { SourceLost } from '#kernel/worker/source-lost.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';

const KEPT = 4000;
/** More than a screen shows: what was looked at before has scrolled away. */
const BATCH = 120;
const NO_CELLS: readonly string[] = [];

interface KnownRow {
  readonly preview: RowPreview;
  /** The further columns it was read with. */
  readonly cells: readonly string[];
}

/** The table lines of a run's rows, read when they are first looked at. */
export class RowPreviews {
  readonly #reader: RunReader;
  readonly #cells: () => readonly string[];
  #run: ReadableRun | undefined;
  readonly #known = new Map<number, KnownRow>();
  /** Read by whoever looks at a row, and raised when there are more lines. */
  #version = $state(0);
  /** Rows looked at and not yet read, the latest last. */
  readonly #wanted = new Set<number>();
  #isReading = false;

  /**
   * @param reader reads the rows
   * @param cells names of the further columns shown; another list means that rows are read again
   */
  constructor(reader: RunReader, cells: () => readonly string[] = () => NO_CELLS) {
    this.#reader = reader;
    this.#cells = cells;
  }

  /**
   * Turns to another run, to other columns of the same one, or to more of its rows.
   * @param run the run
   * @param firstLines lines of its first rows that were read already, without further columns
   */
  show(run: ReadableRun | undefined, firstLines: readonly RowPreview[] = []): void {
    const isGrown = run !== undefined && run.key === this.#run?.key;
    this.#run = run;
    // the rows before are the same: they stay, and so does what is drawn of them
    if (isGrown) return;
    this.#wanted.clear();
    this.#known.clear();
    const cells = this.#cells();
    if (cells.length === 0)
      for (const [row, preview] of firstLines.entries()) this.#known.set(row, { preview, cells });
    this.#version++;
  }

  /** A row's line, or undefined while it is still being read, and for what is no row of the run. */
  get(row: number): RowPreview | undefined {
    // read so that the caller is run again when more lines are there
    if (this.#version < 0) return undefined;
    const cells = this.#cells();
    const known = this.#known.get(row);
    // the table may still list the rows of the run before
    const isRow = row >= 0 && row < (this.#run?.columns.rowCount ?? 0);
    if (known?.cells !== cells && isRow) this.#want(row);
    return known?.preview;
  }

  #want(row: number): void {
    if (this.#wanted.size === 0 && !this.#isReading) queueMicrotask(() => void this.#read());
    this.#wanted.delete(row);
    this.#wanted.add(row);
  }

  /** Reads lines before anybody looks at them, e.g. to print them. */
  async readAhead(rows: readonly number[]): Promise<void> {
    const cells = this.#cells();
    await this.#readRows(rows.filter((row) => this.#known.get(row)?.cells !== cells));
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
    const cells = this.#cells();
    if (!run || rows.length === 0) return;
    try {
      const previews = await this.#reader.ask(run, 'previewRows', { rows, cells });
      if (this.#run?.key === run.key) this.#keep(rows, previews, cells);
    } catch (error) {
      // the reader has reported a lost source to the workspace
      if (!(error instanceof SourceLost)) throw error;
    }
  }

  #keep(rows: readonly number[], previews: readonly RowPreview[], cells: readonly string[]): void {
    for (const [index, row] of rows.entries()) {
      const preview = previews[index];
      this.#known.delete(row);
      if (preview) this.#known.set(row, { preview, cells });
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    this.#version++;
  }
}
