import { formatCount, inSentence } from '#core/base/text/sentence.ts';
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
  { count: 'passes', isBinary: true, one: 'more row passes', more: 'more rows pass' },
  { count: 'fails', isBinary: true, one: 'fewer row passes', more: 'fewer rows pass' },
  { count: 'rises', isBinary: false, one: 'row scores higher in', more: 'rows score higher in' },
  { count: 'falls', isBinary: false, one: 'row scores lower in', more: 'rows score lower in' },
  { count: 'scored', one: 'more row is scored in', more: 'more rows are scored in' },
  { count: 'unscored', one: 'fewer row is scored in', more: 'fewer rows are scored in' },
] as const;

/**
 * Describes the effect of a change: “5 more rows pass exact match, in-order match; 1 row scores
 * higher in recall”.
 */
export function describeFlips(flips: readonly FlipCount[]): string {
  const words = CHANGES.flatMap((change) => {
    const titles = new Map<number, string[]>();
    for (const flip of flips) {
      const count = flip[change.count];
      const metric = findMetric(flip.columnId);
      const isBinary = metric?.scale === 'binary';
      if (count === 0 || ('isBinary' in change && change.isBinary !== isBinary)) continue;
      const title = inSentence(metric?.title ?? flip.columnId);
      titles.set(count, [...(titles.get(count) ?? []), title]);
    }
    return [...titles].map(([count, names]) => {
      const rows = count === 1 ? change.one : change.more;
      return `${formatCount(count)} ${rows} ${names.join(', ')}`;
    });
  });
  return words.length === 0 ? 'no row changes' : words.join('; ');
}
