import type { MetricSettings } from '#core/metrics/settings.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { addFlips, type FlipCount } from '#core/what-if/count-flips.ts';
import type { RowPlaces } from '#workers/read-rows.ts';
import type { ReadableRun, Reading } from './run-reader.ts';
import { readSource } from './source-lost.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Small enough that scoring, should it begin, has not long to wait. */
const SLICE_BYTES = 512 * 1024;
const SLICE_ROWS = 2000;

/**
 * Counts for several settings how many rows each would move, reading every row once.
 * @param pool the workers
 * @param run the run as it is scored
 * @param columnIds the score columns to count in
 * @param variants the settings to try
 * @param reading follows and ends it
 * @returns the counts of every variant, in their order
 * @throws AbortError when stopped; SourceLost
 */
export async function countFlips(
  pool: WorkerPool,
  run: ReadableRun,
  columnIds: readonly string[],
  variants: readonly MetricSettings[],
  { signal, onProgress }: Reading = {},
): Promise<FlipCount[][]> {
  const { columns, rows, roles } = run;
  const scores = columns.scores.filter(({ id }) => columnIds.includes(id));
  const slices = slicesOf(columns);
  const sums: FlipCount[][] = variants.map(() => []);
  let rowsDone = 0;
  const work = async (): Promise<void> => {
    for (let slice = slices.next(); slice.done !== true; slice = slices.next()) {
      signal?.throwIfAborted();
      const [from, to] = slice.value;
      const before = scores.map((column) => cut(column, from, to));
      const places = placesBetween(columns, from, to);
      const counts = await readSource(() =>
        pool.run((api) => api.countFlips(rows, places, roles, before, variants)),
      );
      for (const [index, found] of counts.entries()) {
        sums[index] = addFlips(sums[index] ?? [], found);
      }
      rowsDone += to - from;
      if (signal?.aborted !== true) onProgress?.(rowsDone / columns.rowCount);
    }
  };
  await Promise.all(Array.from({ length: pool.size }, work));
  signal?.throwIfAborted();
  return sums;
}

function* slicesOf({ rowCount, lengths }: ScoredColumns): Generator<[from: number, to: number]> {
  for (let from = 0; from < rowCount;) {
    let bytes = 0;
    let to = from;
    while (to < rowCount && to - from < SLICE_ROWS && bytes < SLICE_BYTES) {
      bytes += lengths[to++] as number;
    }
    yield [from, to];
    from = to;
  }
}

function cut(scores: ScoreValues, from: number, to: number): ScoreValues {
  return {
    ...scores,
    values: scores.values.slice(from, to),
    outcomes: scores.outcomes.slice(from, to),
  };
}

function placesBetween({ offsets, lengths }: ScoredColumns, from: number, to: number): RowPlaces {
  return { offsets: offsets.slice(from, to), lengths: lengths.slice(from, to) };
}
