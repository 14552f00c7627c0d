import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';

/** A row as JSON, whole: as it is in the data, or, of a table, made of its cells. */
export function rowJson(
  { columns, rows, table }: Pick<ReadableRun, 'columns' | 'rows' | 'table'>,
  row: number,
  pool: Pick<WorkerPool, 'ask'>,
): Blob | Promise<Blob> {
  const offset = columns.offsets[row] ?? 0;
  const length = columns.lengths[row] ?? 0;
  if (!table) return rows.slice(offset, offset + length, 'text/plain');
  const places = { offsets: Float64Array.of(offset), lengths: Uint32Array.of(length) };
  return pool
    .ask('writeRows', { rows, table, places })
    .then((line) => line.slice(0, line.size - 1, 'text/plain'));
}
