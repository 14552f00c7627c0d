import { proxy, type ProxyMarked } from 'comlink';
import type { Comparison } from '#core/compare/compare-runs.ts';
import type { RowsDescription } from '#core/dataset/describe-rows.ts';
import type { RowDetail, RowPreview } from '#core/row/row-detail.ts';
import type { RunsDetail } from '#core/row/runs-detail.ts';
import type { NewRows } from '#core/scoring/replace-rows.ts';
import { hasIds, type ScoredColumns, type ScoreValues } from '#core/scoring/scored-columns.ts';
import type { RunDigest } from '#core/summary/digest.ts';
import type { RunSummary, SummaryRequest } from '#core/summary/run-summary.ts';
import type { ToolTable } from '#core/tool-table/tool-table.ts';
import type { GroupBy, Grouping } from '#core/view/group-rows.ts';
import { needsSource, type Filter } from '#core/view/filter.ts';
import type { Sorting } from '#core/view/sort-rows.ts';
import type { OnProgress, ResultFileType, RowPlaces } from '#workers/read-rows.ts';
import { RunHolder, type HoldableRun } from './run-holder.ts';
import { readSource, SourceLost } from './source-lost.ts';
import { WorkerClient, WorkerLost, type WorkerTask } from './worker-client.ts';

/** A run whose rows can be read: its columns and the source they point into. */
export type ReadableRun = HoldableRun;

/** Rows whose tools are counted for {@link RunReader.describeRows}. */
const DESCRIBED_ROWS = 20_000;

/** How a search through all rows is followed and stopped. */
export interface Reading {
  readonly signal?: AbortSignal;
  /** Told the share of rows read, in [0,1]. */
  readonly onProgress?: (share: number) => void;
}

/** Reads, views and compares runs that are open, in a worker of its own. */
export class RunReader {
  readonly #client = new WorkerClient();
  readonly #holder = new RunHolder();
  readonly #onReplaced: (lost: WorkerLost) => void;
  readonly #onSourceLost: (run: ReadableRun) => void;

  /**
   * @param onReplaced told when a lost worker is replaced
   * @param onSourceLost told when a run's rows cannot be read any more; who asked for them gets SourceLost
   */
  constructor(onReplaced: (lost: WorkerLost) => void, onSourceLost: (run: ReadableRun) => void) {
    this.#onReplaced = onReplaced;
    this.#onSourceLost = onSourceLost;
  }

  /** Starts the worker before it is needed. */
  prepare(): Promise<void> {
    return this.#client.prepare();
  }

  /**
   * Has the worker keep a run that it will be asked about.
   * @param run the run
   * @returns settled once it does
   */
  keep(run: ReadableRun): Promise<void> {
    return this.#withHeld([run], () => Promise.resolve());
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
   * Puts a score column into what the worker keeps of a run, which keeps its key.
   * @param run the run without it
   * @param scores the column, one value per row
   * @returns what there is to say about the run with it
   */
  putScores(run: ReadableRun, scores: ScoreValues): Promise<RunDigest> {
    return this.#withHeld([run], async (api) => {
      await api.putScores(run.key, scores);
      return api.digest(run.key, false);
    });
  }

  /**
   * Puts rows that were scored anew in the place of the rows they were, see replace-rows.ts.
   * @param run the run with the rows they were
   * @param fresh the new ones
   * @param dropped ids of score columns whose scores of these rows hold no longer
   * @param outcome what becomes of these, an index into OUTCOMES
   * @returns all rows
   */
  replaceRows(
    run: ReadableRun,
    fresh: NewRows,
    dropped: ReadonlySet<string>,
    outcome: number,
  ): Promise<ScoredColumns> {
    return this.#withHeld([run], (api) => api.replaceRows(run.key, fresh, dropped, outcome));
  }

  /**
   * Lists the rows that meet the filters, in order.
   * @param run the run
   * @param filters the conditions
   * @param sorting the order
   * @param reading follows and ends a search that has to read every row
   * @returns row numbers
   * @throws AbortError when stopped; SourceLost
   */
  async view(
    run: ReadableRun,
    filters: readonly Filter[],
    sorting: Sorting,
    reading: Reading = {},
  ): Promise<Uint32Array> {
    const onProgress = filters.some(needsSource) ? this.#follow(run, reading) : undefined;
    const rows = await this.#reading(run, () =>
      this.#withHeld([run], (api) => api.view(run.key, filters, sorting, onProgress)),
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
   * @throws AbortError when stopped; SourceLost
   */
  async group(
    run: ReadableRun,
    by: GroupBy,
    filters: readonly Filter[],
    reading: Reading = {},
  ): Promise<Grouping> {
    const needsRows = by.kind === 'cell' || filters.some(needsSource);
    const onProgress = needsRows ? this.#follow(run, reading) : undefined;
    const grouping = await this.#reading(run, () =>
      this.#withHeld([run], (api) => api.group(run.key, by, filters, onProgress)),
    );
    return finished(grouping);
  }

  /**
   * Describes the rows that meet the filters.
   * @param run the run
   * @param request what to say
   * @param filters the conditions
   * @param reading follows and ends the reading of every row
   * @returns the summary
   * @throws AbortError when stopped; SourceLost
   */
  async summary(
    run: ReadableRun,
    request: SummaryRequest,
    filters: readonly Filter[],
    reading: Reading = {},
  ): Promise<RunSummary> {
    const needsRows = request.grouped?.by.kind === 'cell' || filters.some(needsSource);
    const onProgress = needsRows ? this.#follow(run, reading) : undefined;
    const summary = await this.#reading(run, () =>
      this.#withHeld([run], (api) => api.summary(run.key, request, filters, onProgress)),
    );
    return finished(summary);
  }

  /**
   * Counts expected and called tools of the rows that meet the filters.
   * @param run the run
   * @param filters the conditions
   * @param reading follows and ends the reading of every row
   * @returns the table
   * @throws AbortError when stopped; SourceLost
   */
  async toolTable(
    run: ReadableRun,
    filters: readonly Filter[],
    reading: Reading = {},
  ): Promise<ToolTable> {
    const onProgress = this.#follow(run, reading);
    const table = await this.#reading(run, () =>
      this.#withHeld([run], (api) => api.toolTable(run.key, filters, onProgress)),
    );
    return finished(table);
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
   * @throws SourceLost
   */
  previewRows(
    run: ReadableRun,
    rows: readonly number[],
    cells: readonly string[] = [],
  ): Promise<RowPreview[]> {
    const places = placesOf(run.columns, rows);
    return this.read(run, (api) =>
      api.previewRows(run.rows, places, run.roles, cells, run.matching),
    );
  }

  /**
   * Prepares one row for the row view.
   * @param run the run
   * @param row its number
   * @returns the detail, or undefined when the source has no such row
   * @throws SourceLost
   */
  detailRow(run: ReadableRun, row: number): Promise<RowDetail | undefined> {
    const places = placesOf(run.columns, [row]);
    return this.read(run, (api) => api.detailRow(run.rows, places, run.roles, run.matching));
  }

  /**
   * Prepares a row of several runs to be seen side by side.
   * @param runs the runs, the baseline first
   * @param rows its number in each; −1 where a run has no such row
   * @returns the row, call by call
   * @throws SourceLost
   */
  detailRuns(runs: readonly ReadableRun[], rows: readonly number[]): Promise<RunsDetail> {
    const sides = runs.map((run, place) => {
      const row = rows[place] ?? -1;
      const { rows: source, roles, columns } = run;
      return row < 0 ? null : { rows: source, roles, places: placesOf(columns, [row]) };
    });
    return readSource(() => this.#run((api) => api.detailRuns(sides, runs[0]?.matching)));
  }

  /**
   * Says of the first rows what a person needs to know to choose how they are read.
   * @param run the run
   * @returns their tools, columns and a few rows
   * @throws SourceLost
   */
  describeRows(run: ReadableRun): Promise<RowsDescription> {
    const offsets = run.columns.offsets.slice(0, DESCRIBED_ROWS);
    const lengths = run.columns.lengths.slice(0, DESCRIBED_ROWS);
    return this.read(run, (api) => api.describeRows(run.rows, { offsets, lengths }, run.roles));
  }

  /**
   * Compares runs with a baseline, row by row.
   * @param baseline the run compared against
   * @param candidates the runs compared, at most 7
   * @returns the pairs and the metrics, one comparison per candidate
   * @throws SourceLost
   */
  async compare(baseline: ReadableRun, candidates: readonly ReadableRun[]): Promise<Comparison[]> {
    const byId = [baseline, ...candidates].every(({ columns }) => hasIds(columns));
    const keyed = byId ? (run: ReadableRun) => run : (run: ReadableRun) => this.#keyed(run);
    const a = await keyed(baseline);
    const others: ReadableRun[] = [];
    for (const candidate of candidates) others.push(await keyed(candidate));
    const keys = others.map(({ key }) => key);
    return this.#withHeld([a, ...others], (api) => api.compare(a.key, keys));
  }

  /** The run with the content keys of all its rows. */
  async #keyed(run: ReadableRun): Promise<ReadableRun> {
    if (!run.columns.contentKeys.some(Number.isNaN)) return run;
    const { offsets, lengths } = run.columns;
    const contentKeys = await this.read(run, (api) =>
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
   * @throws SourceLost
   */
  writeResults(run: ReadableRun, wanted: Uint32Array, type: ResultFileType): Promise<Blob> {
    return this.read(run, (api) => api.writeResults(run.rows, run.columns, wanted, type));
  }

  /**
   * Has the worker read rows of a run.
   * @param run the run
   * @param task what is asked of the worker
   * @returns what it answers
   * @throws SourceLost
   */
  read<T>(run: ReadableRun, task: WorkerTask<T>): Promise<T> {
    return this.#reading(run, () => this.#run(task));
  }

  async #reading<T>(run: ReadableRun, read: () => Promise<T>): Promise<T> {
    try {
      return await readSource(read);
    } catch (error) {
      if (error instanceof SourceLost) this.#onSourceLost(run);
      throw error;
    }
  }

  #withHeld<T>(runs: readonly ReadableRun[], task: WorkerTask<T>): Promise<T> {
    return this.#run(async (api) => {
      for (const run of runs) await this.#holder.hold(api, this.#client.generation, run);
      return task(api);
    });
  }

  async #run<T>(task: WorkerTask<T>): Promise<T> {
    for (let hasFailed = false; ;) {
      try {
        return await this.#client.run(task);
      } catch (error) {
        if (!(error instanceof WorkerLost) || hasFailed || error.how === 'unloadable') throw error;
        if (error.how === 'freed') continue;
        hasFailed = true;
        this.#onReplaced(error);
      }
    }
  }
}

function finished<T>(result: T | undefined): T {
  if (result === undefined) throw new DOMException('Cancelled', 'AbortError');
  return result;
}

/**
 * Finds where rows stand in their source.
 * @param columns the rows of the run
 * @param rows row numbers
 * @returns their places, in the same order; of a row that is none, nothing
 */
export function placesOf(columns: ScoredColumns, rows: readonly number[]): RowPlaces {
  return {
    offsets: Float64Array.from(rows, (row) => columns.offsets[row] ?? 0),
    lengths: Uint32Array.from(rows, (row) => columns.lengths[row] ?? 0),
  };
}
