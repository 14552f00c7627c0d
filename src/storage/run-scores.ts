import type { ScoreValues } from '#core/scoring/scored-columns.ts';
import { sliceScores } from '#core/scoring/slice-columns.ts';
import type { Store } from './connection.ts';
import { packColumns, unpackColumns } from './pack-columns.ts';
import { isStoredChunk } from './read-records.ts';
import { requireRun, RUN_STORES } from './run-transactions.ts';
import type { RunRecord } from './schema.ts';
import { StorageError } from './storage-error.ts';

/**
 * Replaces the scores of a complete run; its rows stay as they are.
 * @param store the database
 * @param run the run with its new settings and summary
 * @param scores the scores of all its rows
 * @throws StorageError `removed` when the run is gone, `damaged` when a chunk cannot be read
 */
export function putScores(
  store: Store,
  run: RunRecord,
  scores: readonly ScoreValues[],
): Promise<void> {
  return store.write(RUN_STORES, async (tx) => {
    const stored = await requireRun(tx, run.id);
    const chunks = tx.objectStore('chunks');
    let from = 0;
    for (let index = 0; index < stored.chunkCount; index++) {
      const chunk: unknown = await chunks.get([run.id, index]);
      if (!isStoredChunk(chunk)) throw new StorageError('damaged');
      const to = from + chunk.columns.rowCount;
      const columns = {
        ...unpackColumns(chunk.columns),
        scores: scores.map((column) => sliceScores(column, from, to)),
      };
      await chunks.put({ ...chunk, columns: packColumns(columns) });
      from = to;
    }
    const { settings, summary, digest } = run;
    await tx.objectStore('runs').put({ ...stored, settings, summary, digest });
  });
}
