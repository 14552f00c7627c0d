import { betaQuantile, betaShareBelow, type Beta } from './beta.ts';
import type { Distribution } from './distribution.ts';

/** The ends of a scale, infinite where it has none. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Values between two ends: all that an interval for their mean depends on. */
export interface BoundedValues {
  readonly range: Range;
  readonly count: number;
  /** On a scale from 0 to 1. */
  readonly mean: number;
  /** The mean squared distance from the mean, on that scale. */
  readonly variance: number;
}

/** Sums up values that lie between two ends; at least one. */
export function boundedValues({ values, counts, size }: Distribution, range: Range): BoundedValues {
  const { least, most } = range;
  const shares = values.map((value) => Math.min(1, Math.max(0, (value - least) / (most - least))));
  const meanOf = (measure: (share: number) => number): number =>
    shares.reduce((sum, share, at) => sum + measure(share) * (counts[at] as number), 0) / size;
  const mean = meanOf((share) => share);
  return { range, count: size, mean, variance: meanOf((share) => (share - mean) ** 2) };
}

/**
 * An interval for the mean of bounded values that holds with few of them, however skewed, and is no
 * point where all are equal: Clopper and Pearson's for shares of successes, carried over to values
 * in between. Rows are weighted at random, and with them one more row at the end of the scale (Gaffke 2005);
 * the weighted mean has a known mean and variance, and is taken for the beta distribution that has the
 * same two. Of values that are 0 and 1 it is that distribution, and the interval Clopper and Pearson's.
 * @param tail the chance left on either side
 * @see Gaffke 2005, Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative variable
 */
export function boundedInterval(
  values: BoundedValues,
  tail: number,
): { readonly low: number; readonly high: number } {
  const { least, most } = values.range;
  const at = (share: number): number => least + share * (most - least);
  return {
    low: values.mean < TINY ? least : at(betaQuantile(weightedMean(values, 0), tail)),
    high: values.mean > 1 - TINY ? most : at(betaQuantile(weightedMean(values, 1), 1 - tail)),
  };
}

/**
 * The chance that chance alone puts the mean above (or below) a number; no larger than a tail just
 * where the interval's bound is on that side.
 */
export function boundedChance(values: BoundedValues, bound: number, isAbove: boolean): number {
  const { least, most } = values.range;
  // beyond the ends of the scale nothing is left to chance
  if (bound <= least) return isAbove ? 0 : 1;
  if (bound >= most) return isAbove ? 1 : 0;
  if (isAbove ? values.mean < TINY : values.mean > 1 - TINY) return 1;
  const share = (bound - least) / (most - least);
  const below = betaShareBelow(weightedMean(values, isAbove ? 0 : 1), share);
  return isAbove ? below : 1 - below;
}

/** Nearer to an end only rounding is left. */
const TINY = 1e-9;

/** The mean of the values and of one more at an end, under weights drawn at random. */
function weightedMean({ count, mean, variance }: BoundedValues, end: 0 | 1): Beta {
  const all = count + 1;
  const middle = (count * mean + end) / all;
  const spread = (count * (variance + (mean - middle) ** 2) + (end - middle) ** 2) / all;
  const scale = (middle * (1 - middle) * (all + 1)) / spread - 1;
  return { a: middle * scale, b: (1 - middle) * scale };
}
