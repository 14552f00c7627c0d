import type { Candidate } from '#core/adapters/candidates.ts';
import { readSource } from './source-lost.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Finds the lists in a file that may be trajectories, so that a person can choose.
 * @param pool the workers
 * @param file the file as it was opened
 * @param name its name, or an empty text
 * @returns the places, most calls first
 * @throws SourceLost
 */
export function findLists(
  pool: WorkerPool,
  file: Blob,
  name: string,
): Promise<readonly Candidate[]> {
  return readSource(() => pool.run((api) => api.findLists(file, name)));
}
