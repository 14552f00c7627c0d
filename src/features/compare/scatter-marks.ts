import type { BinnedPairs, PairBin, ScoreRange } from '#core/compare/bin-pairs.ts';
import type { Metric } from '#core/score/metric/metric.ts';

/** Width and height of the plot, in its own units. */
export const SIDE = 200;
const EDGE = 12;
const MIN_RADIUS = 3;
const MAX_RADIUS = 11;

/** A mark of the scatter: its area grows with the rows it stands for. */
export interface ScatterMark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly bin: PairBin;
}

/** Places a mark per bin; the largest come first, so that none hides another. */
export function drawMarks({ bins, range }: BinnedPairs): ScatterMark[] {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = range.max - range.min || 1;
  const along = ({ min, max }: ScoreRange): number =>
    EDGE + (((min + max) / 2 - range.min) / width) * (SIDE - 2 * EDGE);
  return bins.map((bin) => ({
    x: along(bin.baseline),
    y: SIDE - along(bin.candidate),
    radius: Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(bin.count / most)),
    bin,
  }));
}

/** Whether all scores of pairs are 0 or 1; false without pairs. */
export function hasOnlyEnds({ bins }: BinnedPairs): boolean {
  const isEnd = ({ min, max }: ScoreRange): boolean => min === max && (min === 0 || min === 1);
  return (
    bins.length > 0 && bins.every(({ baseline, candidate }) => isEnd(baseline) && isEnd(candidate))
  );
}

/** Where rows lie from the baseline. */
export type Side = 'better' | 'worse' | 'same';

/** On which side of the baseline the rows of a bin lie, by its middle. */
export function betterSide(
  { baseline, candidate }: PairBin,
  better: Metric['better'] | undefined,
): Side {
  const difference = candidate.min + candidate.max - baseline.min - baseline.max;
  if (difference === 0 || better === 'none' || better === undefined) return 'same';
  return difference > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** Counts the rows on each side of the baseline. */
export function countSides(
  { bins }: BinnedPairs,
  better: Metric['better'] | undefined,
): Readonly<Record<Side, number>> {
  const counts = { better: 0, worse: 0, same: 0 };
  for (const bin of bins) counts[betterSide(bin, better)] += bin.count;
  return counts;
}
