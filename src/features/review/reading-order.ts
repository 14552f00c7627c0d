import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import type { Reviews } from '#core/score/review/review.ts';
import { rowPasses } from '#core/explain/summary/summarise.ts';

/** The progress of a review over the rows worth reading: failing ones, else all. */
export interface Reading {
  readonly count: number;
  /** Whether they are the failing rows; false where no metric decides or no row fails. */
  readonly isFailing: boolean;
  /** How many of these were read, and how many others. */
  readonly readCount: number;
  readonly othersCount: number;
  readonly hasRead: (row: number) => boolean;
  /**
   * The row to read after another: one worth reading, else any; −1 when all were read. The order is
   * pseudo-random but fixed, so the rows read are a random sample.
   */
  readonly nextAfter: (row: number) => number;
}

/**
 * The progress of a run's review. `decides` is the id of the score column that marks failing rows,
 * empty for none.
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

/** Permutes 32-bit numbers pseudo-randomly: the finalizer of MurmurHash3. */
function scatter(row: number): number {
  let hash = row + 0x9e3779b9;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
