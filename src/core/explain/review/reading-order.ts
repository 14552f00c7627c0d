import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { passTest, thresholdOf } from '#core/explain/summary/statistics.ts';

/** Which rows are worth reading: those that fail, else all. */
export interface RowsToRead {
  readonly count: number;
  /** Whether they are the rows that fail; false where no metric tells or no row fails. */
  readonly isFailing: boolean;
  readonly has: (row: number) => boolean;
}

/**
 * Finds the rows that fail by a score column, else all rows.
 * @param decides the id of the column; empty where none decides
 */
export function rowsToRead(
  { scores, rowCount }: ScoredColumns,
  decides: string,
  thresholds: Thresholds = {},
): RowsToRead {
  const scored = scores.find(({ id }) => id === decides);
  const threshold = scored && thresholdOf(scored.metricId, thresholds);
  const passes = threshold === undefined ? undefined : passTest(scored?.metricId ?? '', threshold);
  const fails = (row: number): boolean => {
    const value = scored?.values[row] ?? Number.NaN;
    return passes !== undefined && !Number.isNaN(value) && !passes(value);
  };
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (fails(row)) count++;
  if (count > 0) return { count, isFailing: true, has: fails };
  return { count: rowCount, isFailing: false, has: (row) => row >= 0 && row < rowCount };
}

/**
 * Finds the row to read next: one worth reading, else any; −1 where all have been read. Rows come
 * in an order that looks random and is always the same, so that those read are a random sample.
 */
export function nextToRead(
  { rowCount }: Pick<ScoredColumns, 'rowCount'>,
  worth: RowsToRead,
  read: ReadonlySet<number>,
): number {
  let [next, isWorth, least] = [-1, false, Infinity];
  for (let row = 0; row < rowCount; row++) {
    if (read.has(row)) continue;
    const place = scatter(row);
    const has = worth.has(row);
    if (has === isWorth ? place >= least : isWorth) continue;
    [next, isWorth, least] = [row, has, place];
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
