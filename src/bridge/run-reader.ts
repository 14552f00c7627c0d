import { proxy, transfer, type ProxyMarked } from 'comlink';
import { hasIds, type Comparison } from '#core/compare/compare-runs.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { MatchingRules } from '#core/matching/rules.ts';
import type { RowDetail, RowPreview } from '#core/row/row-detail.ts';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import { buffersOf, sliceColumns } from '#core/scoring/slice-columns.ts';
import type { RunDigest } from '#core/summary/digest.ts';
import type { GroupBy, Grouping } from '#core/view/group-rows.ts';
import type { Filter } from '#core/view/keep-rows.ts';
import type { Sorting } from '#core/view/sort-rows.ts';
import type { OnProgress, ResultFileType, RowPlaces } from '#workers/read-rows.ts';
import { WorkerClient, WorkerLost, type WorkerTask } from './worker-client.ts';

/** A run whose rows can be read: its columns and the source they point into. */
export interface ReadableRun {
  /** Unique among open runs, new whenever the columns change otherwise than by more rows. */
  readonly key: string;
  readonly columns: ScoredColumns;
  readonly rows: Blob;
  readonly roles: ColumnRoles;
  /** When two calls match; absent: when they are equal. */
  readonly matching?: MatchingRules | undefined;
}

/** Copying more at once would hold up the page. */
const ROWS_PER_PIECE = 50_000;

/** How a search through all rows is followed and stopped. */
export interface Reading {
  readonly signal?: AbortSignal;
  /** Told the share of rows read, in [0,1]. */
  readonly onProgress?: (share: number) => void;
}

/** Reads, views and compares runs that are open, in a worker of its own. */
export class RunReader {
  readonly #client = new WorkerClient();
  /** How many rows the worker of this generation holds, by run. */
  readonly #held = new Map<string, number>();
  #heldBy = -1;
  readonly #onReplaced: (lost: WorkerLost) => void;

  /** @param onReplaced told when a lost worker is replaced */
  constructor(onReplaced: (lost: WorkerLost) => void) {
    this.#onReplaced = onReplaced;
  }

  /** Starts the worker before it is needed. */
  prepare(): void {
    this.#client.prepare();
  }

  /**
   * Says what there is to say about a run as a whole.
   * @param run the run
   * @param isPartial more rows are to come
   * @returns the digest
   */
  digest(run: ReadableRun, isPartial = false): Promise<RunDigest> {
    return this.#withHeld([run], (api) => api.digest(run.key, isPartial));
  }

  /**
   * Lists the rows that meet the filters, in order.
   * @param run the run
   * @param filters the conditions
   * @param sorting the order
   * @param reading follows and ends a search that has to read every row
   * @returns row numbers
   * @throws AbortError when stopped
   */
  async view(
    run: ReadableRun,
    filters: readonly Filter[],
    sorting: Sorting,
    reading: Reading = {},
  ): Promise<Uint32Array> {
    const onProgress = filters.some(isRead) ? this.#follow(run, reading) : undefined;
    const rows = await this.#withHeld([run], (api) =>
      api.view(run.key, filters, sorting, onProgress),
    );
    return finished(rows);
  }

  /**
   * Groups the rows that meet the filters.
   * @param run the run
   * @param by what to group by
   * @param filters the conditions
   * @param reading follows and ends the reading of every row
   * @returns the groups
   * @throws AbortError when stopped
   */
  async group(
    run: ReadableRun,
    by: GroupBy,
    filters: readonly Filter[],
    reading: Reading = {},
  ): Promise<Grouping> {
    const needsRows = by.kind === 'cell' || filters.some(isRead);
    const onProgress = needsRows ? this.#follow(run, reading) : undefined;
    const grouping = await this.#withHeld([run], (api) =>
      api.group(run.key, by, filters, onProgress),
    );
    return finished(grouping);
  }

  /** The worker asks between reads whether to go on: it is stopped without losing what it holds. */
  #follow(run: ReadableRun, { signal, onProgress }: Reading): OnProgress & ProxyMarked {
    return proxy((rowsDone) => {
      this.#client.touch();
      const goesOn = signal?.aborted !== true;
      if (goesOn) onProgress?.(rowsDone / run.columns.rowCount);
      return Promise.resolve(goesOn);
    });
  }

  /**
   * Prepares rows for the table.
   * @param run the run
   * @param rows row numbers
   * @param cells names of further columns to show
   * @returns a preview per row
   */
  previewRows(
    run: ReadableRun,
    rows: readonly number[],
    cells: readonly string[] = [],
  ): Promise<RowPreview[]> {
    return this.#run((api) =>
      api.previewRows(run.rows, placesOf(run.columns, rows), run.roles, cells, run.matching),
    );
  }

  /**
   * Prepares one row for the row view.
   * @param run the run
   * @param row its number
   * @returns the detail, or undefined when the source has no such row
   */
  detailRow(run: ReadableRun, row: number): Promise<RowDetail | undefined> {
    return this.#run((api) =>
      api.detailRow(run.rows, placesOf(run.columns, [row]), run.roles, run.matching),
    );
  }

  /**
   * Compares two runs row by row.
   * @param baseline the run compared against
   * @param candidate the run compared
   * @returns the pairs and the metrics of both
   */
  async compare(baseline: ReadableRun, candidate: ReadableRun): Promise<Comparison> {
    const byId = hasIds(baseline.columns) && hasIds(candidate.columns);
    const a = byId ? baseline : await this.#withContentKeys(baseline);
    const b = byId ? candidate : await this.#withContentKeys(candidate);
    return this.#withHeld([a, b], (api) => api.compare(a.key, b.key));
  }

  async #withContentKeys(run: ReadableRun): Promise<ReadableRun> {
    if (!run.columns.contentKeys.some(Number.isNaN)) return run;
    const { offsets, lengths } = run.columns;
    const contentKeys = await this.#run((api) =>
      api.contentKeys(run.rows, { offsets, lengths }, run.roles),
    );
    return { ...run, key: `${run.key}-content`, columns: { ...run.columns, contentKeys } };
  }

  /**
   * Writes rows with their scores as a file.
   * @param run the run
   * @param wanted row numbers, in the order to write them
   * @param type the file type
   * @returns the file
   */
  writeResults(run: ReadableRun, wanted: Uint32Array, type: ResultFileType): Promise<Blob> {
    return this.#run((api) => api.writeResults(run.rows, run.columns, wanted, type));
  }

  #withHeld<T>(runs: readonly ReadableRun[], task: WorkerTask<T>): Promise<T> {
    return this.#run(async (api) => {
      for (const run of runs) await this.#hold(api, run);
      return task(api);
    });
  }

  /** Passes on the rows of a run that the worker does not hold yet, piece by piece. */
  async #hold(
    api: Parameters<WorkerTask<void>>[0],
    { key, columns, rows }: ReadableRun,
  ): Promise<void> {
    if (this.#heldBy !== this.#client.generation) this.#held.clear();
    this.#heldBy = this.#client.generation;
    let from = this.#held.get(key);
    while (from === undefined || from < columns.rowCount) {
      const to = Math.min(columns.rowCount, (from ?? 0) + ROWS_PER_PIECE);
      const piece = sliceColumns(columns, from ?? 0, to);
      const keys = await api.hold(key, transfer(piece, buffersOf(piece)), rows, from === undefined);
      from = to;
      this.#held.set(key, to);
      for (const dropped of [...this.#held.keys()].filter((other) => !keys.includes(other))) {
        this.#held.delete(dropped);
      }
    }
  }

  async #run<T>(task: WorkerTask<T>): Promise<T> {
    for (let hasFailed = false; ;) {
      try {
        return await this.#client.run(task);
      } catch (error) {
        if (!(error instanceof WorkerLost) || hasFailed) throw error;
        if (error.how === 'freed') continue;
        hasFailed = true;
        this.#onReplaced(error);
      }
    }
  }
}

/** Whether a filter needs every row's source. */
function isRead({ kind }: Filter): boolean {
  return kind === 'text' || kind === 'cell';
}

function finished<T>(result: T | undefined): T {
  if (result === undefined) throw new DOMException('Cancelled', 'AbortError');
  return result;
}

function placesOf(columns: ScoredColumns, rows: readonly number[]): RowPlaces {
  return {
    offsets: Float64Array.from(rows, (row) => columns.offsets[row] ?? 0),
    lengths: Uint32Array.from(rows, (row) => columns.lengths[row] ?? 0),
  };
}
