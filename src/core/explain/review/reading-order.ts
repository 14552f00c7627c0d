import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import type { Reviews } from '#core/score/review/review.ts';
import { rowPasses } from '#core/explain/summary/statistics.ts';

/** How far a person has read the rows that are worth it: those that fail, else all. */
export interface Reading {
  /** How many rows are worth reading. */
  readonly count: number;
  /** Whether they are the rows that fail; false where no metric tells or no row fails. */
  readonly isFailing: boolean;
  /** How many of them have been read, and how many others. */
  readonly readCount: number;
  readonly othersCount: number;
  readonly hasRead: (row: number) => boolean;
  /**
   * Finds the row to read after one: one worth reading, else any; −1 where all have been read. Rows
   * come in an order that looks random and is always the same, so that those read are a random
   * sample.
   */
  readonly nextAfter: (row: number) => number;
}

/**
 * Says how far the rows of a run have been read. `decides` is the id of the score column that
 * decides which fail, empty where none does.
 */
export function readingOf(
  { scores, rowCount }: ScoredColumns,
  reviews: Reviews | undefined,
  decides: string,
  thresholds: Thresholds = {},
): Reading {
  const passes = rowPasses(
    scores.find(({ id }) => id === decides),
    thresholds,
  );
  const fails = (row: number): boolean => passes?.(row) === false;
  let failing = 0;
  for (let row = 0; row < rowCount; row++) if (fails(row)) failing++;
  const isWorth = failing > 0 ? fails : () => true;
  const read = new Set(reviews?.marks.map(({ row }) => row));
  const readCount = [...read].filter(isWorth).length;
  return {
    count: failing > 0 ? failing : rowCount,
    isFailing: failing > 0,
    readCount,
    othersCount: read.size - readCount,
    hasRead: (row) => read.has(row),
    nextAfter: (row) => nextToRead(rowCount, isWorth, new Set([...read, row])),
  };
}

function nextToRead(
  rowCount: number,
  isWorth: (row: number) => boolean,
  read: ReadonlySet<number>,
): number {
  let [next, isBest, least] = [-1, false, Infinity];
  for (let row = 0; row < rowCount; row++) {
    if (read.has(row)) continue;
    const place = scatter(row);
    const isBetter = isWorth(row);
    if (isBetter === isBest ? place >= least : isBest) continue;
    [next, isBest, least] = [row, isBetter, place];
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
