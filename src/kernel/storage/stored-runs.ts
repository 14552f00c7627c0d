import * as v from 'valibot';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import { type Store, type Transaction, bytesToBlobs, StorageError } from './connection.ts';
import { packColumns, unpackColumns } from '#core/score/columns/pack-columns.ts';
import { isChunkAt, StoredChunk } from './read-records.ts';
import { RunRecord, SourceRecord, type ChunkRecord } from '#engine/run-file/run-records.ts';
import { notifyTabs } from './other-tabs.ts';

/** The stores a run is spread over. */
const RUN_STORES = ['runs', 'sources', 'chunks'] as const;
const READS_AHEAD = 4;

/** A transaction that may change everything a run consists of. */
type RunTransaction = Transaction<'readwrite'>;

/** The record of a run with other scores, and the rows of a chunk with theirs. */
interface NewScores {
  readonly record: RunRecord;
  readonly replace: (columns: ScoredColumns, from: number) => ScoredColumns;
}

/** Takes the rows of a run that is read, chunk by chunk in their order. */
export type TakeChunk = (chunk: StoredChunk) => unknown;

/** A removed run as it was stored, for undo. It holds all its rows: drop it when undo is over. */
export interface RemovedRun {
  readonly run: RunRecord | undefined;
  readonly source: SourceRecord | undefined;
  readonly chunks: readonly StoredChunk[];
}

/** Runs with their rows and sources. All methods reject with a `StorageError` and nothing else. */
export class StoredRuns {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Records that scoring begins, or continues; a source that is stored already is left as it is. Hold
   * the run's lock before, see locks.ts.
   */
  async begin(run: RunRecord, source: SourceRecord): Promise<void> {
    const begun = await this.#store.storable<RunRecord>({
      ...run,
      state: 'running',
      sourceId: source.id,
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
   * @param index the chunk's number, from 0 and without gaps
   * @param end where they end in the source, for a run that can be resumed after them
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
   * already has is not kept twice; neither is a run that an older one equals.
   * @param run the run; stored as `complete`
   * @param isEqual whether an older run of the same data is all that this one is
   * @returns the record as stored: its `sourceId` may be that of the older run, or it is that run
   * @throws StorageError `removed` when the run, its source or one of its chunks is gone
   */
  async finish(
    run: RunRecord,
    isEqual: (older: RunRecord, run: RunRecord) => boolean = () => false,
  ): Promise<RunRecord> {
    const storable = await this.#store.storable(run);
    const work = async (tx: RunTransaction) => {
      const begun = await requireRun(tx, run.id);
      const chunkCount = await tx.objectStore('chunks').count(chunksOf(run.id));
      if (chunkCount !== run.chunkCount) throw new StorageError('removed');
      const equal = (await runsOfSameData(tx, run)).find((older) => isEqual(older, run));
      if (equal) {
        await deleteRun(tx, run.id, begun.sourceId);
        return equal;
      }
      const sourceId = await findSharedSource(tx, { ...run, sourceId: begun.sourceId });
      const changed = { state: 'complete', sourceId } as const;
      await tx.objectStore('runs').put({ ...storable, ...changed });
      await deleteUnusedSource(tx, begun.sourceId);
      return { ...run, ...changed };
    };
    const stored = await this.#store.write(RUN_STORES, work, 'strict');
    notifyTabs(this.#store, { id: stored.id });
    return stored;
  }

  /** Picks the records of runs that can be read; the others are reported as `damaged`. */
  readable(records: readonly unknown[]): RunRecord[] {
    const runs = records.map(bytesToBlobs).filter((run) => v.is(RunRecord, run));
    if (runs.length < records.length) this.#store.report('damaged');
    return runs.sort((a, b) => b.createdAtMs - a.createdAtMs);
  }

  /**
   * Reads the record of a run. One that cannot be read is reported as `damaged`.
   * @returns its record; undefined when absent or unreadable
   */
  async get(id: string): Promise<RunRecord | undefined> {
    const run = bytesToBlobs(
      await this.#store.read(['runs'], (tx) => tx.objectStore('runs').get(id)),
    );
    if (v.is(RunRecord, run)) return run;
    if (run !== undefined) this.#store.report('damaged');
    return undefined;
  }

  /**
   * Reads a run with its rows and source.
   * @param begin called with its record and source, which a summary has not, before its rows are read;
   * what it returns takes them. If the database has to be reopened, all is read again
   * @throws StorageError `damaged` when a part is missing or cannot be read
   */
  read(
    id: string,
    begin: (run: RunRecord, source: SourceRecord | undefined) => TakeChunk,
  ): Promise<boolean> {
    return this.#store.read(RUN_STORES, async (tx) => {
      const run = bytesToBlobs(await tx.objectStore('runs').get(id));
      if (run === undefined) return false;
      if (!v.is(RunRecord, run)) throw new StorageError('damaged');
      if (run.state === 'summary') {
        begin(run, undefined);
        return true;
      }
      const source = bytesToBlobs(await tx.objectStore('sources').get(run.sourceId));
      if (!v.is(SourceRecord, source)) throw new StorageError('damaged');
      const take = begin(run, source);
      let first: StoredChunk | undefined;
      let count = 0;
      // a few at a time: a million rows at once would hold up the page
      const reads: Promise<unknown>[] = [];
      for (let next = 0; ; next++) {
        const read: Promise<unknown> = tx.objectStore('chunks').get([id, next]);
        read.catch(() => undefined); // reported by the one awaited
        reads.push(read);
        if (reads.length < READS_AHEAD) continue;
        const chunk = await reads.shift();
        if (chunk === undefined) break;
        if (!v.is(StoredChunk, chunk)) throw new StorageError('damaged');
        if (!isChunkAt(count, chunk, (first ??= chunk))) throw new StorageError('damaged');
        count++;
        take(chunk);
      }
      if (run.state !== 'running' && count !== run.chunkCount) throw new StorageError('damaged');
      return true;
    });
  }

  /**
   * Reads a run with its rows and source, to send it; undefined when absent.
   * @throws StorageError as {@link StoredRuns.read}
   */
  async load(id: string): Promise<LoadedRun | undefined> {
    let loaded: LoadedRun | undefined;
    await this.read(id, (run, source) => {
      const chunks: ChunkRecord[] = [];
      loaded = { run, source, chunks };
      return (chunk) => chunks.push({ ...chunk, columns: unpackColumns(chunk.columns) });
    });
    return loaded;
  }

  /** Changes the record of a run. Throws StorageError `removed` when the run is gone. */
  async change(id: string, change: (record: RunRecord) => RunRecord): Promise<void> {
    await this.#store.write(['runs'], async (tx) => {
      const run = await requireRun(tx, id);
      await tx.objectStore('runs').put(change(run));
    });
    notifyTabs(this.#store, { id });
  }

  /**
   * Replaces the scores of a complete run; its rows stay as they are.
   * @throws StorageError `removed` when the run is gone, `damaged` when a chunk cannot be read
   */
  async putScores(id: string, change: (record: RunRecord) => NewScores): Promise<void> {
    await this.#store.write(RUN_STORES, async (tx) => {
      const stored = await requireRun(tx, id);
      const { record, replace } = change(stored);
      const chunks = tx.objectStore('chunks');
      let from = 0;
      for (let index = 0; index < stored.chunkCount; index++) {
        const chunk: unknown = await chunks.get([id, index]);
        if (!v.is(StoredChunk, chunk)) throw new StorageError('damaged');
        const columns = replace(unpackColumns(chunk.columns), from);
        await chunks.put({ ...chunk, columns: packColumns(columns) });
        from += columns.rowCount;
      }
      await tx.objectStore('runs').put(record);
    });
    notifyTabs(this.#store, { id, hasScores: true });
  }

  /**
   * Removes a run, also one that cannot be read, and its source unless another run needs it.
   * @returns what {@link StoredRuns.restore} needs; without a run when there was none
   */
  async remove(id: string, next?: string): Promise<RemovedRun> {
    const removed = await this.#store.write(RUN_STORES, async (tx) => {
      const run = await tx.objectStore('runs').get(id);
      const chunks = await tx.objectStore('chunks').getAll(chunksOf(id));
      const sourceId: unknown = run?.sourceId;
      const source =
        typeof sourceId === 'string' ? await tx.objectStore('sources').get(sourceId) : undefined;
      await deleteRun(tx, id, sourceId);
      return { run, source, chunks };
    });
    notifyTabs(this.#store, { id, next });
    return removed;
  }

  /** Brings a removed run back. */
  async restore({ run, source, chunks }: RemovedRun): Promise<void> {
    if (run === undefined) return;
    await this.#store.write(RUN_STORES, async (tx) => {
      await tx.objectStore('runs').put(run);
      for (const chunk of chunks) await tx.objectStore('chunks').put(chunk);
      const isStored = source && (await tx.objectStore('sources').getKey(source.id)) !== undefined;
      if (source && !isStored) await tx.objectStore('sources').put(source);
    });
    notifyTabs(this.#store, { id: run.id });
  }

  /** Removes a run that was cancelled. One that is complete stays. */
  discardRunning(id: string): Promise<void> {
    return this.#store.write(RUN_STORES, async (tx) => {
      const run = await tx.objectStore('runs').get(id);
      const isOpen = run?.state === 'running' || run?.state === 'interrupted';
      if (isOpen) await deleteRun(tx, id, run.sourceId);
    });
  }

  /**
   * Closes a run that is not resumed: it becomes `interrupted`, or is removed without rows.
   */
  async interrupt(id: string): Promise<void> {
    await this.#store.write(RUN_STORES, (tx) => interruptRun(tx, id));
  }

  /**
   * Closes the runs whose page went away: they become `interrupted`, or are removed when they have
   * no rows yet. Where it is unknown whether a page holds a run's lock, the run is left alone.
   */
  async markInterrupted(isAlive: (runId: string) => Promise<boolean>): Promise<RunRecord[]> {
    const interrupted: RunRecord[] = [];
    const records: unknown[] = await this.#store.read(['runs'], (tx) =>
      tx.objectStore('runs').getAll(),
    );
    for (const { id, state } of this.readable(records)) {
      // in doubt it is left alone
      if (state !== 'running' || (await isAlive(id).catch(() => true))) continue;
      const run = await this.#store.write(RUN_STORES, (tx) => interruptRun(tx, id));
      if (run) interrupted.push(run);
    }
    return interrupted;
  }
}

/**
 * Keys of a run's chunks from one on: a list is greater than any number, so there is no upper end.
 */
function chunksOf(runId: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([runId, from], [runId, []]);
}

/**
 * Reads a run that must be there, with bytes for Blobs where it was stored so.
 * @throws StorageError `removed` when absent, `damaged` when unreadable
 */
async function requireRun(tx: RunTransaction, id: string): Promise<RunRecord> {
  const run = await tx.objectStore('runs').get(id);
  if (run === undefined) throw new StorageError('removed');
  if (!v.is(RunRecord, bytesToBlobs(run))) throw new StorageError('damaged');
  return run;
}

/**
 * Deletes a run with its chunks, and its source unless another run needs it.
 * @param sourceId its source; anything but a text is no source
 */
async function deleteRun(tx: RunTransaction, id: string, sourceId: unknown): Promise<void> {
  await tx.objectStore('runs').delete(id);
  await tx.objectStore('chunks').delete(chunksOf(id));
  if (typeof sourceId === 'string') await deleteUnusedSource(tx, sourceId);
}

/** Deletes a source that no run refers to. */
async function deleteUnusedSource(tx: RunTransaction, sourceId: string): Promise<void> {
  const users = await tx.objectStore('runs').index('sourceId').count(sourceId);
  if (users === 0) await tx.objectStore('sources').delete(sourceId);
}

/** The stored runs of the same data. */
async function runsOfSameData(
  tx: RunTransaction,
  { fingerprint }: RunRecord,
): Promise<RunRecord[]> {
  if (fingerprint === '') return [];
  const found: unknown[] = await tx.objectStore('runs').index('fingerprint').getAll(fingerprint);
  return found.map(bytesToBlobs).filter((run) => v.is(RunRecord, run));
}

/**
 * Finds a source of an older run that holds the same data.
 * @returns the older source's id, or the run's own
 * @throws StorageError `removed` when the run's own source is gone, `damaged` when it cannot be read
 */
async function findSharedSource(tx: RunTransaction, run: RunRecord): Promise<string> {
  const own = bytesToBlobs(await tx.objectStore('sources').get(run.sourceId));
  if (own === undefined) throw new StorageError('removed');
  if (!v.is(SourceRecord, own)) throw new StorageError('damaged');
  for (const twin of await runsOfSameData(tx, run)) {
    if (twin.sourceId === run.sourceId) continue;
    if (twin.formatId !== run.formatId || twin.sourceBytes !== run.sourceBytes) continue;
    const other = bytesToBlobs(await tx.objectStore('sources').get(twin.sourceId));
    // Chunks point into the rows by offset, so these must be the same too.
    const isSame = (part: 'rows' | 'skipped') =>
      v.is(SourceRecord, other) && other[part].size === own[part].size;
    if (isSame('rows') && isSame('skipped')) return twin.sourceId;
  }
  return run.sourceId;
}

/**
 * Closes a run whose page went away: keeps the chunks up to the first gap, or deletes the run when
 * there are none. Undefined when it was deleted or is no longer running.
 */
async function interruptRun(tx: RunTransaction, id: string): Promise<RunRecord | undefined> {
  const run = await tx.objectStore('runs').get(id);
  if (!run || !v.is(RunRecord, bytesToBlobs(run)) || run.state !== 'running') return undefined;
  const found = { chunkCount: 0, rowCount: 0, skippedCount: 0 };
  let cursor = await tx.objectStore('chunks').openCursor(chunksOf(id));
  while (cursor) {
    const chunk: unknown = cursor.value;
    if (!v.is(StoredChunk, chunk) || chunk.index !== found.chunkCount) break;
    found.chunkCount++;
    found.rowCount += chunk.columns.rowCount;
    found.skippedCount += chunk.columns.skippedCount;
    cursor = await cursor.continue();
  }
  if (found.chunkCount === 0) {
    await deleteRun(tx, id, run.sourceId);
    return undefined;
  }
  const interrupted: RunRecord = { ...run, ...found, state: 'interrupted' };
  await tx.objectStore('runs').put(interrupted);
  await tx.objectStore('chunks').delete(chunksOf(id, found.chunkCount));
  return interrupted;
}
