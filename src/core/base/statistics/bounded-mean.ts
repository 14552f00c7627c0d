import { betaQuantile, betaShareBelow, type Beta } from './beta.ts';
import type { Distribution } from './distribution.ts';

/** The ends of a scale, infinite where it has none. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The statistics of bounded values that determine an interval for their mean. */
export interface BoundedValues {
  readonly range: Range;
  readonly count: number;
  /** On a scale from 0 to 1. */
  readonly mean: number;
  /** The mean squared distance from the mean, on that scale. */
  readonly variance: number;
}

/** Computes the statistics of at least one bounded value. */
export function boundedValues({ values, counts, size }: Distribution, range: Range): BoundedValues {
  const { least, most } = range;
  const shares = values.map((value) => Math.min(1, Math.max(0, (value - least) / (most - least))));
  const meanOf = (measure: (share: number) => number): number =>
    shares.reduce((sum, share, at) => sum + measure(share) * (counts[at] as number), 0) / size;
  const mean = meanOf((share) => share);
  return { range, count: size, mean, variance: meanOf((share) => (share - mean) ** 2) };
}

/**
 * An interval for the mean of bounded values that holds for few and skewed ones, and is no point
 * where all are equal. It generalises Clopper and Pearson's interval for shares: rows and one more
 * at the end of the scale get random weights (Gaffke 2005); the weighted mean is approximated by
 * the beta distribution with its mean and variance, exactly for values of 0 and 1.
 * @param tail the chance left on either side
 * @see Gaffke 2005, Three test statistics for a nonparametric one-sided hypothesis on the mean of a
 * nonnegative variable
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
 * The p-value for a mean above (or below) a number: at most a tail exactly where the interval's
 * bound is on that side.
 */
export function boundedChance(values: BoundedValues, bound: number, isAbove: boolean): number {
  const { least, most } = values.range;
  // beyond the ends of the scale there is no chance
  if (bound <= least) return isAbove ? 0 : 1;
  if (bound >= most) return isAbove ? 1 : 0;
  if (isAbove ? values.mean < TINY : values.mean > 1 - TINY) return 1;
  const share = (bound - least) / (most - least);
  const below = betaShareBelow(weightedMean(values, isAbove ? 0 : 1), share);
  return isAbove ? below : 1 - below;
}

/** Closer to an end, only rounding is left. */
const TINY = 1e-9;

/** The mean of the values and one more at an end, under random weights. */
function weightedMean({ count, mean, variance }: BoundedValues, end: 0 | 1): Beta {
  const all = count + 1;
  const middle = (count * mean + end) / all;
  const spread = (count * (variance + (mean - middle) ** 2) + (end - middle) ** 2) / all;
  const scale = (middle * (1 - middle) * (all + 1)) / spread - 1;
  return { a: middle * scale, b: (1 - middle) * scale };
}
