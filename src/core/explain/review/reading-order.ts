import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { fullMarks } from '#core/score/metrics/registry.ts';
import { isGivenColumn } from '#core/score/rated-metrics/rating-metric.ts';

/** Which rows are worth reading: those that fail, else all. */
export interface RowsToRead {
  readonly count: number;
  /** Whether they are the rows that fail; false where no metric tells or no row fails. */
  readonly isFailing: boolean;
  readonly has: (row: number) => boolean;
}

/** Finds the rows short of full marks in the first metric that has scores, else all rows. */
export function rowsToRead({ scores, rowCount }: ScoredColumns): RowsToRead {
  const scored = scores.find((column) => hasMarks(column));
  const full = scored && fullMarks(scored.metricId);
  const fails = (row: number): boolean => {
    const value = scored?.values[row] ?? Number.NaN;
    return !Number.isNaN(value) && value !== full;
  };
  let count = 0;
  if (scored) for (let row = 0; row < rowCount; row++) if (fails(row)) count++;
  if (count > 0) return { count, isFailing: true, has: fails };
  return { count: rowCount, isFailing: false, has: (row) => row >= 0 && row < rowCount };
}

/** Whether a column tells good rows from bad and has a score. */
function hasMarks(column: ScoreValues): boolean {
  return (
    !isGivenColumn(column) &&
    fullMarks(column.metricId) !== undefined &&
    column.values.some((value) => !Number.isNaN(value))
  );
}

/**
 * Finds the row to read next, −1 where all have been read. Rows come in an order that looks random
 * and is always the same, so that those read are a random sample of those worth reading.
 */
export function nextToRead(
  columns: ScoredColumns,
  worth: RowsToRead,
  read: ReadonlySet<number>,
): number {
  let [next, least] = [-1, Infinity];
  for (let row = 0; row < columns.rowCount; row++) {
    const place = scatter(row);
    if (place < least && worth.has(row) && !read.has(row)) [next, least] = [row, place];
  }
  return next;
}

/** Scatters numbers over 32 bits, no two to the same place: the finalizer of MurmurHash3. */
function scatter(row: number): number {
  let hash = row + 0x9e3779b9;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
