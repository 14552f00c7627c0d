import type { ReadableRun, RunReader } from '#bridge/run-reader.ts';
import type { RowPreview } from '#core/row/row-detail.ts';

const KEPT = 4000;

/** The table lines of a run's rows, read when they are first looked at. */
export class RowPreviews {
  readonly #reader: RunReader;
  #run: ReadableRun | undefined;
  #known = $state.raw<ReadonlyMap<number, RowPreview>>(new Map());
  readonly #wanted = new Set<number>();

  constructor(reader: RunReader) {
    this.#reader = reader;
  }

  /** Turns to another run, or to other columns of the same one. */
  show(run: ReadableRun | undefined): void {
    this.#run = run;
    this.#wanted.clear();
    this.#known = new Map();
  }

  /** A row's line, or undefined while it is still being read, and for what is no row of the run. */
  get(row: number): RowPreview | undefined {
    const known = this.#known.get(row);
    // the table may still list the rows of the run before
    const isRow = row >= 0 && row < (this.#run?.columns.rowCount ?? 0);
    if (known === undefined && isRow) {
      if (this.#wanted.size === 0) queueMicrotask(() => void this.#read());
      this.#wanted.add(row);
    }
    return known;
  }

  async #read(): Promise<void> {
    const run = this.#run;
    const rows = [...this.#wanted].sort((a, b) => a - b);
    this.#wanted.clear();
    if (!run || rows.length === 0) return;
    const previews = await this.#reader.previewRows(run, rows);
    if (this.#run !== run) return;
    const known = new Map(this.#known.size > KEPT ? [] : this.#known);
    for (const [index, row] of rows.entries()) {
      const preview = previews[index];
      if (preview) known.set(row, preview);
    }
    this.#known = known;
  }
}
