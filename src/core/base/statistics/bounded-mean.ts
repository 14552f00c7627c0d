import type { Distribution } from './distribution.ts';
import { logFactorial } from './binomial.ts';
import { normalShareBelow } from './normal.ts';

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

/** A beta distribution by its two parameters, both > 0. */
interface Beta {
  readonly a: number;
  readonly b: number;
}

/**
 * The share, in [0,1], of a beta distribution below x: the regularised incomplete beta function
 * (Press et al., Numerical Recipes, 6.4).
 */
export function betaShareBelow({ a, b }: Beta, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (Math.min(a, b) > NORMAL_FROM) {
    const mean = a / (a + b);
    return normalShareBelow((x - mean) / Math.sqrt((mean * (1 - mean)) / (a + b + 1)));
  }
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // the fraction converges quickly on this side of the mean
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(a, b, x)) / a
    : 1 - (front * continuedFraction(b, a, 1 - x)) / b;
}

/** The inverse of {@link betaShareBelow}; `share` is in (0,1). */
export function betaQuantile(beta: Beta, share: number): number {
  let [low, high] = [0, 1];
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const middle = (low + high) / 2;
    if (betaShareBelow(beta, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function logGamma(x: number): number {
  return x < 11 ? logGamma(x + 1) - Math.log(x) : logFactorial(x - 1);
}

/** With larger parameters it is normal to double precision. */
const NORMAL_FROM = 1e6;
/** Enough for neighbouring doubles. */
const HALVINGS = 54;
const MAX_TERMS = 10_000;
const SMALLEST = 1e-300;

/** Lentz's algorithm, forward. */
function continuedFraction(a: number, b: number, x: number): number {
  const away = (value: number): number => (Math.abs(value) < SMALLEST ? SMALLEST : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < Number.EPSILON) break;
  }
  return fraction;
}
