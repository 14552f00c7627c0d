import type { PartEnd } from '#core/scoring/part-end.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { RowRating } from '#core/ratings/ratings.ts';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import type { Store } from './connection.ts';
import { packColumns, unpackColumns } from './pack-columns.ts';
import { areChunksWhole, isRun, isSource, isStoredChunk } from './read-records.ts';
import {
  chunksOf,
  deleteRun,
  deleteUnusedSource,
  findSharedSource,
  interruptRun,
  requireRun,
  RUN_STORES,
} from './run-transactions.ts';
import type { ChunkRecord, RunRecord, SourceRecord, StoredChunk } from './schema.ts';
import { bytesToBlobs } from './stored-bytes.ts';
import { StorageError } from './storage-error.ts';

const READS_AHEAD = 4;

/** A run with its rows. */
export interface LoadedRun {
  readonly run: RunRecord;
  /** Undefined for a summary, which has no rows either. */
  readonly source: SourceRecord | undefined;
  /** In row order. */
  readonly chunks: readonly ChunkRecord[];
  /** In files only: what was said to the agent that made it, see run-file.ts. */
  readonly said?: Blob | undefined;
}

/** A removed run as it was stored, for undo. It holds all its rows: drop it when undo is over. */
export interface RemovedRun {
  readonly run: RunRecord | undefined;
  readonly source: SourceRecord | undefined;
  readonly chunks: readonly StoredChunk[];
}

/** Runs with their rows and sources. All methods reject with a `StorageError` and nothing else. */
export class RunStore {
  readonly #store: Store;

  /**
   * Makes a store of runs.
   * @param store the database
   */
  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Records that scoring begins, or goes on. Hold the run's lock before, see run-lock.ts.
   * @param run the run; stored as `running`
   * @param source its source; one that is stored already is left as it is
   */
  async begin(run: RunRecord, source: SourceRecord): Promise<void> {
    const begun = await this.#store.storable<RunRecord>({
      ...run,
      ...{ state: 'running', sourceId: source.id },
    });
    const storable = await this.#store.storable(source);
    return this.#store.write(['runs', 'sources'], async (tx) => {
      await tx.objectStore('runs').put(begun);
      const isStored = (await tx.objectStore('sources').getKey(source.id)) !== undefined;
      if (!isStored) await tx.objectStore('sources').put(storable);
    });
  }

  /**
   * Stores rows that were scored together. Storing the same index again replaces it.
   * @param runId a run that has begun
   * @param index the chunk's number, from 0 and without gaps
   * @param columns the rows
   * @param end where they end in the source, where the run can be gone on with after them
   * @throws StorageError `removed` when the run is gone
   */
  appendChunk(runId: string, index: number, columns: ScoredColumns, end?: PartEnd): Promise<void> {
    return this.#store.write(
      ['runs', 'chunks'],
      async (tx) => {
        const key = await tx.objectStore('runs').getKey(runId);
        if (key === undefined) throw new StorageError('removed');
        const packed = packColumns(columns);
        await tx.objectStore('chunks').put({ runId, index, columns: packed, ...(end && { end }) });
      },
      'relaxed',
    );
  }

  /**
   * Replaces a source, once its normalised rows are complete.
   * @param source the source of a run that has begun
   * @throws StorageError `removed` when no run uses it any more
   */
  async putSource(source: SourceRecord): Promise<void> {
    const storable = await this.#store.storable(source);
    return this.#store.write(['runs', 'sources'], async (tx) => {
      const users = await tx.objectStore('runs').index('sourceId').count(source.id);
      if (users === 0) throw new StorageError('removed');
      await tx.objectStore('sources').put(storable);
    });
  }

  /**
   * Replaces a run's record by the final one and waits for the disk. A source that an older run
   * already has is not kept twice.
   * @param run the run; stored as `complete`
   * @returns the record as stored: its `sourceId` may be that of the older run
   * @throws StorageError `removed` when the run, its source or one of its chunks is gone
   */
  async finish(run: RunRecord): Promise<RunRecord> {
    const storable = await this.#store.storable(run);
    const work = async (tx: Parameters<typeof requireRun>[0]) => {
      const begun = await requireRun(tx, run.id);
      const chunkCount = await tx.objectStore('chunks').count(chunksOf(run.id));
      if (chunkCount !== run.chunkCount) throw new StorageError('removed');
      const sourceId = await findSharedSource(tx, { ...run, sourceId: begun.sourceId });
      const changed = { state: 'complete', sourceId } as const;
      await tx.objectStore('runs').put({ ...storable, ...changed });
      await deleteUnusedSource(tx, begun.sourceId);
      return { ...run, ...changed };
    };
    return this.#store.write(RUN_STORES, work, 'strict');
  }

  /**
   * Stores a run without rows.
   * @param run the run; stored as `summary`
   */
  addSummary(run: RunRecord): Promise<void> {
    return this.#store.write(
      ['runs'],
      async (tx) => {
        await tx.objectStore('runs').put({ ...run, state: 'summary', sourceId: '', chunkCount: 0 });
      },
      'strict',
    );
  }

  /**
   * Lists all runs. Records that cannot be read are left out and told as `damaged`.
   * @returns the runs, newest first
   */
  async list(): Promise<RunRecord[]> {
    const records: unknown[] = await this.#store.read(['runs'], (tx) =>
      tx.objectStore('runs').getAll(),
    );
    const runs = records.map(bytesToBlobs).filter(isRun);
    if (runs.length < records.length) this.#store.tell('damaged');
    return runs.sort((a, b) => b.createdAtMs - a.createdAtMs);
  }

  /**
   * Reads the record of a run. One that cannot be read is told as `damaged`.
   * @param id the run
   * @returns its record; undefined when there is none that can be read
   */
  async get(id: string): Promise<RunRecord | undefined> {
    const run = bytesToBlobs(
      await this.#store.read(['runs'], (tx) => tx.objectStore('runs').get(id)),
    );
    if (isRun(run)) return run;
    if (run !== undefined) this.#store.tell('damaged');
    return undefined;
  }

  /**
   * Reads a run with its rows and source.
   * @param id the run
   * @returns the run; undefined when there is none
   * @throws StorageError `damaged` when a part is missing or cannot be read
   */
  load(id: string): Promise<LoadedRun | undefined> {
    return this.#store.read(RUN_STORES, async (tx) => {
      const run = bytesToBlobs(await tx.objectStore('runs').get(id));
      if (run === undefined) return undefined;
      if (!isRun(run)) throw new StorageError('damaged');
      if (run.state === 'summary') return { run, source: undefined, chunks: [] };
      const source = bytesToBlobs(await tx.objectStore('sources').get(run.sourceId));
      const chunks: ChunkRecord[] = [];
      // a few at a time: a million rows at once would hold up the page
      const reads: Promise<unknown>[] = [];
      for (let next = 0; ; next++) {
        const read: Promise<unknown> = tx.objectStore('chunks').get([id, next]);
        read.catch(() => undefined); // told of by the one awaited
        reads.push(read);
        if (reads.length < READS_AHEAD) continue;
        const chunk = await reads.shift();
        if (chunk === undefined) break;
        if (!isStoredChunk(chunk)) throw new StorageError('damaged');
        chunks.push({ ...chunk, columns: unpackColumns(chunk.columns) });
      }
      const isCounted = run.state === 'running' || chunks.length === run.chunkCount;
      const isWhole = isCounted && areChunksWhole(chunks);
      if (!isSource(source) || !isWhole) throw new StorageError('damaged');
      return { run, source, chunks };
    });
  }

  /**
   * Gives a run another name.
   * @param id the run
   * @param name the new name
   * @throws StorageError `removed` when the run is gone
   */
  rename(id: string, name: string): Promise<void> {
    return this.#store.write(['runs'], async (tx) => {
      const run = await requireRun(tx, id);
      await tx.objectStore('runs').put({ ...run, name });
    });
  }

  /**
   * Stores settings that change no score, such as what passes.
   * @param id the run
   * @param settings all its settings
   * @throws StorageError `removed` when the run is gone
   */
  putSettings(id: string, settings: MetricSettings): Promise<void> {
    return this.#store.write(['runs'], async (tx) => {
      const run = await requireRun(tx, id);
      await tx.objectStore('runs').put({ ...run, settings });
    });
  }

  /**
   * Stores what a person thinks of a run's rows.
   * @param id the run
   * @param ratings all its ratings
   * @param said what is said about it as a whole, the ratings included
   * @throws StorageError `removed` when the run is gone
   */
  rate(
    id: string,
    ratings: readonly RowRating[],
    said: Pick<RunRecord, 'summary' | 'digest'>,
  ): Promise<void> {
    return this.#store.write(['runs'], async (tx) => {
      const run = await requireRun(tx, id);
      await tx.objectStore('runs').put({ ...run, ratings, ...said });
    });
  }

  /**
   * Removes a run, also one that cannot be read, and its source unless another run needs it.
   * @param id the run
   * @returns what {@link RunStore.restore} needs; without a run when there was none
   */
  remove(id: string): Promise<RemovedRun> {
    return this.#store.write(RUN_STORES, async (tx) => {
      const run = await tx.objectStore('runs').get(id);
      const chunks = await tx.objectStore('chunks').getAll(chunksOf(id));
      const sourceId: unknown = run?.sourceId;
      const source =
        typeof sourceId === 'string' ? await tx.objectStore('sources').get(sourceId) : undefined;
      await deleteRun(tx, id, sourceId);
      return { run, source, chunks };
    });
  }

  /**
   * Brings a removed run back.
   * @param removed what {@link RunStore.remove} returned
   */
  restore({ run, source, chunks }: RemovedRun): Promise<void> {
    return this.#store.write(RUN_STORES, async (tx) => {
      if (run === undefined) return;
      await tx.objectStore('runs').put(run);
      for (const chunk of chunks) await tx.objectStore('chunks').put(chunk);
      const isStored = source && (await tx.objectStore('sources').getKey(source.id)) !== undefined;
      if (source && !isStored) await tx.objectStore('sources').put(source);
    });
  }

  /**
   * Removes a run that was cancelled. One that is complete stays.
   * @param id the run
   */
  discardRunning(id: string): Promise<void> {
    return this.#store.write(RUN_STORES, async (tx) => {
      const run = await tx.objectStore('runs').get(id);
      const isOpen = run?.state === 'running' || run?.state === 'interrupted';
      if (isOpen) await deleteRun(tx, id, run.sourceId);
    });
  }

  /**
   * Closes a run that is not gone on with: it becomes `interrupted`, or is removed without rows.
   * @param id the run
   */
  async interrupt(id: string): Promise<void> {
    await this.#store.write(RUN_STORES, (tx) => interruptRun(tx, id));
  }

  /**
   * Closes the runs whose page went away: they become `interrupted`, or are removed when they have
   * no rows yet.
   * @param isAlive tells whether a page still holds the run's lock; a rejection counts as yes
   * @returns the runs that are now interrupted
   */
  async markInterrupted(isAlive: (runId: string) => Promise<boolean>): Promise<RunRecord[]> {
    const interrupted: RunRecord[] = [];
    for (const { id, state } of await this.list()) {
      if (state !== 'running' || (await isAlive(id).catch(() => true))) continue;
      const run = await this.#store.write(RUN_STORES, (tx) => interruptRun(tx, id));
      if (run) interrupted.push(run);
    }
    return interrupted;
  }
}
