import { proxy, type ProxyMarked } from 'comlink';
import type { RowSketch } from '#core/dataset/describe-rows.ts';
import type { JoinOrder, PairKeys } from '#core/dataset/pair-sides.ts';
import type { SideRows } from '#workers/join-sides.ts';
import type { OnProgress } from '#workers/read-rows.ts';
import type { Reading } from './run-reader.ts';
import { readSource } from './source-lost.ts';
import type { WorkerClient } from './worker-client.ts';
import type { WorkerPool } from './worker-pool.ts';

export type { SideRows } from '#workers/join-sides.ts';

/**
 * Reads what the rows of a file are paired by.
 * @param pool the workers
 * @param side the rows
 * @param reading follows and ends it
 * @returns their keys
 * @throws AbortError when stopped; SourceLost
 */
export async function readPairKeys(
  pool: WorkerPool,
  side: SideRows,
  reading: Reading = {},
): Promise<PairKeys> {
  const rowCount = side.places.offsets.length;
  const keys = await readSource(() =>
    pool.run((api, client) => api.readPairKeys(side, follow(client, rowCount, reading)), reading),
  );
  return finished(keys);
}

/**
 * Says in short what some rows of two files would be together.
 * @param pool the workers
 * @param predictions the rows with the predicted side
 * @param references the rows with the reference side
 * @param order which of them are one row; a few
 * @returns a sketch per row
 * @throws SourceLost
 */
export function sketchJoined(
  pool: WorkerPool,
  predictions: SideRows,
  references: SideRows,
  order: JoinOrder,
): Promise<RowSketch[]> {
  return readSource(() => pool.run((api) => api.sketchJoined(predictions, references, order)));
}

/**
 * Writes the rows of two files as one.
 * @param pool the workers
 * @param predictions the rows with the predicted side
 * @param references the rows with the reference side
 * @param order which of them are one row
 * @param reading follows and ends it
 * @returns JSONL with the service's own names for columns
 * @throws AbortError when stopped; SourceLost
 */
export async function writeJoined(
  pool: WorkerPool,
  predictions: SideRows,
  references: SideRows,
  order: JoinOrder,
  reading: Reading = {},
): Promise<Blob> {
  const rowCount = order.predictions.length;
  const joined = await readSource(() =>
    pool.run(
      (api, client) =>
        api.writeJoined(predictions, references, order, follow(client, rowCount, reading)),
      reading,
    ),
  );
  return finished(joined);
}

/** Each answer of the worker is a sign of life. */
function follow(
  client: WorkerClient,
  rowCount: number,
  { signal, onProgress }: Reading,
): OnProgress & ProxyMarked {
  return proxy((rowsDone) => {
    client.touch();
    const goesOn = signal?.aborted !== true;
    if (goesOn) onProgress?.(rowsDone / rowCount);
    return Promise.resolve(goesOn);
  });
}

function finished<T>(result: T | undefined): T {
  if (result === undefined) throw new DOMException('Cancelled', 'AbortError');
  return result;
}
