import { countOf, formatCount } from '#core/base/text/sentence.ts';
import { findMetric } from '#core/score/metrics/registry.ts';

/** How many rows a change of settings would change in one score column. */
export interface FlipCount {
  readonly columnId: string;
  /** Rows whose score would rise or fall. */
  readonly rises: number;
  readonly falls: number;
  /** Rows that would gain or lose the best score. */
  readonly passes: number;
  readonly fails: number;
  /** Rows that would gain or lose a score. */
  readonly scored: number;
  readonly unscored: number;
}

/** Counts in progress. */
export type Counts = { -readonly [K in Exclude<keyof FlipCount, 'columnId'>]: number };

/** Adds the counts of two parts of a run; the first may be empty. */
export function addFlips(some: readonly FlipCount[], more: readonly FlipCount[]): FlipCount[] {
  return more.map((flip) => {
    const other = some.find(({ columnId }) => columnId === flip.columnId);
    if (!other) return flip;
    const { columnId, ...counts } = flip;
    const sums = noFlips();
    for (const name of Object.keys(counts) as (keyof Counts)[]) {
      sums[name] = counts[name] + other[name];
    }
    return { columnId, ...sums };
  });
}

/** Zero counts. */
export function noFlips(): Counts {
  return { rises: 0, falls: 0, passes: 0, fails: 0, scored: 0, unscored: 0 };
}

/** Counts one row. */
export function addFlip(
  counts: Counts,
  before: number,
  after: number,
  full: number | undefined,
): void {
  if (Number.isNaN(before) || Number.isNaN(after)) {
    if (!Number.isNaN(after)) counts.scored++;
    if (!Number.isNaN(before)) counts.unscored++;
    return;
  }
  if (after > before) counts.rises++;
  if (after < before) counts.falls++;
  if (full === undefined) return;
  if (before !== full && after === full) counts.passes++;
  if (before === full && after !== full) counts.fails++;
}

/** The effects of a change on rows, in words for one row and for several. */
const CHANGES = [
  ['passes', 'more row passes', 'more rows pass'],
  ['fails', 'fewer row passes', 'fewer rows pass'],
  ['scored', 'more row is scored', 'more rows are scored'],
  ['unscored', 'fewer row is scored', 'fewer rows are scored'],
] as const;

/**
 * Describes the effect of a change on the metric that decides whether a row passes: “5 more rows
 * pass”; where it is a share, or none would pass or fail, how many rows score differently. Empty
 * where none would.
 */
export function describeFlips(flips: readonly FlipCount[], decides: string): string {
  const deciding = flips.find(({ columnId }) => columnId === decides);
  const isShare = findMetric(decides)?.scale !== 'binary';
  const words = CHANGES.flatMap(([change, one, more]) => {
    const count = isShare ? 0 : (deciding?.[change] ?? 0);
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : more}`];
  });
  if (words.length > 0) return words.join(', ');
  const changed = flips.map(
    ({ rises, falls, scored, unscored }) => rises + falls + scored + unscored,
  );
  const most = Math.max(0, ...changed);
  if (most === 0) return '';
  return `${countOf(most, 'row')} ${most === 1 ? 'scores' : 'score'} differently`;
}
