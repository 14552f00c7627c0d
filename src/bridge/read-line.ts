import type { LineText } from '#workers/read-line.ts';
import { readSource } from './source-lost.ts';
import type { WorkerPool } from './worker-pool.ts';

export type { LineText } from '#workers/read-line.ts';

/**
 * Reads one line of a file that is too large to be held.
 * @param pool the workers
 * @param file the file as it was opened
 * @param line its 1-based number
 * @returns the line; undefined when there is none
 * @throws SourceLost
 */
export function readLine(
  pool: WorkerPool,
  file: Blob,
  line: number,
): Promise<LineText | undefined> {
  return readSource(() => pool.run((api) => api.readLine(file, line)));
}
