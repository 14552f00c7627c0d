import { wrap } from 'comlink';
import type { ParquetApi } from '#workers/parquet/parquet.worker.ts';
import type { ParquetReading } from '#workers/parquet/read-parquet.ts';
import { serveWorker, WorkerLost } from './worker-client.ts';

/** Few people have Parquet: its code comes when the first such file is opened. */
const loadWorker = () => import('#workers/parquet/parquet.worker.ts?worker&inline');

const DEADLINE_MS = 120_000;

/**
 * Reads a Parquet file in its own worker, which is stopped afterwards.
 * @returns the rows as lines of JSON, or why they cannot be read
 * @throws AbortError when cancelled, WorkerLost when the worker crashes or hangs
 */
export async function readParquet(file: Blob, signal: AbortSignal): Promise<ParquetReading> {
  const { default: ParquetWorker } = await loadWorker();
  signal.throwIfAborted();
  const worker = new ParquetWorker({ name: 'parquet' });
  serveWorker(worker);
  const limit = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await new Promise<ParquetReading>((resolve, reject) => {
      const lose = (): void => reject(new WorkerLost('crashed'));
      worker.addEventListener('error', lose);
      worker.addEventListener('messageerror', lose);
      limit.addEventListener('abort', () => reject(new WorkerLost('silent')));
      signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
      wrap<ParquetApi>(worker).read(file).then(resolve, reject);
    });
  } finally {
    worker.terminate();
  }
}
