import type { Transaction } from './connection.ts';
import { isRun, isSource, isStoredChunk } from './read-records.ts';
import type { RunRecord } from './schema.ts';
import { bytesToBlobs } from './stored-bytes.ts';
import { StorageError } from './storage-error.ts';

/** The stores a run is spread over. */
export const RUN_STORES = ['runs', 'sources', 'chunks'] as const;

/** A transaction that may change everything a run consists of. */
export type RunTransaction = Transaction<'readwrite'>;

/**
 * Keys of a run's chunks.
 * @param runId the run
 * @param from index of the first chunk
 * @returns the range; a list is greater than any number, so it has no upper end
 */
export function chunksOf(runId: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([runId, from], [runId, []]);
}

/**
 * Reads a run that must be there.
 * @param tx a transaction over `runs`
 * @param id the run
 * @returns its record, with bytes for Blobs where it was stored so
 * @throws StorageError `removed` when there is none, `damaged` when it cannot be read
 */
export async function requireRun(tx: RunTransaction, id: string): Promise<RunRecord> {
  const run = await tx.objectStore('runs').get(id);
  if (run === undefined) throw new StorageError('removed');
  if (!isRun(bytesToBlobs(run))) throw new StorageError('damaged');
  return run;
}

/**
 * Deletes a run with its chunks, and its source unless another run needs it.
 * @param tx a transaction over {@link RUN_STORES}
 * @param id the run
 * @param sourceId its source; anything but a text is no source
 */
export async function deleteRun(tx: RunTransaction, id: string, sourceId: unknown): Promise<void> {
  await tx.objectStore('runs').delete(id);
  await tx.objectStore('chunks').delete(chunksOf(id));
  if (typeof sourceId === 'string') await deleteUnusedSource(tx, sourceId);
}

/**
 * Deletes a source that no run refers to.
 * @param tx a transaction over `runs` and `sources`
 * @param sourceId the source
 */
export async function deleteUnusedSource(tx: RunTransaction, sourceId: string): Promise<void> {
  const users = await tx.objectStore('runs').index('sourceId').count(sourceId);
  if (users === 0) await tx.objectStore('sources').delete(sourceId);
}

/**
 * Finds a source of an older run that holds the same data.
 * @param tx a transaction over `runs` and `sources`
 * @param run the run whose source may be one too many
 * @returns the older source's id, or the run's own
 * @throws StorageError `removed` when the run's own source is gone, `damaged` when it cannot be read
 */
export async function findSharedSource(tx: RunTransaction, run: RunRecord): Promise<string> {
  const own = bytesToBlobs(await tx.objectStore('sources').get(run.sourceId));
  if (own === undefined) throw new StorageError('removed');
  if (!isSource(own)) throw new StorageError('damaged');
  if (run.fingerprint === '') return run.sourceId;
  const twins: unknown[] = await tx
    .objectStore('runs')
    .index('fingerprint')
    .getAll(run.fingerprint);
  for (const twin of twins.map(bytesToBlobs)) {
    if (!isRun(twin) || twin.sourceId === run.sourceId) continue;
    if (twin.formatId !== run.formatId || twin.sourceBytes !== run.sourceBytes) continue;
    const other = bytesToBlobs(await tx.objectStore('sources').get(twin.sourceId));
    // Chunks point into the rows by offset, so these must be the same too.
    const isSame = (part: 'rows' | 'skipped') =>
      isSource(other) && other[part].size === own[part].size;
    if (isSame('rows') && isSame('skipped')) return twin.sourceId;
  }
  return run.sourceId;
}

/**
 * Closes a run whose page went away: keeps the chunks up to the first gap, or deletes the run when
 * there are none.
 * @param tx a transaction over {@link RUN_STORES}
 * @param id the run
 * @returns its record with what was found; undefined when it was deleted or is no longer running
 */
export async function interruptRun(tx: RunTransaction, id: string): Promise<RunRecord | undefined> {
  const run = await tx.objectStore('runs').get(id);
  if (!run || !isRun(bytesToBlobs(run)) || run.state !== 'running') return undefined;
  const found = { chunkCount: 0, rowCount: 0, skippedCount: 0 };
  let cursor = await tx.objectStore('chunks').openCursor(chunksOf(id));
  while (cursor) {
    const chunk: unknown = cursor.value;
    if (!isStoredChunk(chunk) || chunk.index !== found.chunkCount) break;
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
