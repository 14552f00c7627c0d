import { boundedChance, boundedInterval, boundedValues } from './bounded-mean.ts';
import type { BoundedValues, Range } from './bounded-mean.ts';
import { meanOfDistribution, stdOfDistribution, type Distribution } from './distribution.ts';
import { normalQuantile, normalShareBelow } from './normal.ts';

/** An interval for a mean, of 95 % unless stated otherwise. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly method: 'wilson' | 'beta' | 'bootstrap' | 'normal';
}

/** The standard normal quantile of a two-sided 95 % interval. */
export const Z = 1.959963984540054;
/** The confidence of every interval that the page shows. */
export const CONFIDENCE = 0.95;
/** The number of bootstrap samples. */
export const RESAMPLES = 10_000;
/** With more values the mean is close enough to normal. */
const BOOTSTRAP_LIMIT = 500;
/** On an open scale, fewer values that are all equal give no interval. */
export const FEWEST_EQUAL = 30;

/**
 * The sampling distribution of a mean: resampled means, ascending, or a normal distribution; on a
 * bounded scale the input of {@link boundedInterval}.
 */
export type Spread =
  | { readonly method: 'beta'; readonly values: BoundedValues }
  | { readonly method: 'bootstrap'; readonly means: Float64Array }
  | { readonly method: 'normal'; readonly mean: number; readonly error: number };

/**
 * Wilson's score interval, within [0,1], for a share of successes; undefined without rows.
 * `confidence` is in (0,1). Newcombe 1998, method 3.
 */
export function wilsonInterval(
  successes: number,
  count: number,
  confidence = CONFIDENCE,
): Interval | undefined {
  if (count === 0) return undefined;
  const z = deviationsFor(confidence);
  const share = successes / count;
  const scale = 1 + z ** 2 / count;
  const middle = (share + z ** 2 / (2 * count)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))) / scale;
  return {
    low: successes === 0 ? 0 : middle - half,
    high: successes === count ? 1 : middle + half,
    method: 'wilson',
  };
}

/**
 * The 95 % interval, within [−1,1], for how much higher a share is than another one; undefined
 * where one is of no rows. Newcombe 1998, method 10.
 */
export function differenceOfShares(
  [successes, count]: readonly [successes: number, count: number],
  [otherSuccesses, otherCount]: readonly [successes: number, count: number],
): Interval | undefined {
  const one = wilsonInterval(successes, count);
  const other = wilsonInterval(otherSuccesses, otherCount);
  if (!one || !other) return undefined;
  const share = successes / count;
  const otherShare = otherSuccesses / otherCount;
  const difference = share - otherShare;
  return {
    low: difference - Math.hypot(share - one.low, other.high - otherShare),
    high: difference + Math.hypot(one.high - share, otherShare - other.low),
    method: 'wilson',
  };
}

/** The chance left on either side of an interval, for a confidence in (0,1). */
export function tailOf(confidence: number): number {
  // 1 − 0.95 is not 0.05 in binary
  return confidence === CONFIDENCE ? 0.025 : (1 - confidence) / 2;
}

/** The standard normal quantile of a two-sided interval. */
function deviationsFor(confidence: number): number {
  return confidence === CONFIDENCE ? Z : normalQuantile((1 + confidence) / 2);
}

/**
 * A 95 % interval, within the scale, for a mean of scores other than only 0 and 1, see {@link
 * meanSpread}; undefined for too few. NaN is left out.
 */
export function meanInterval(
  values: Float64Array,
  distribution: Distribution,
  scale: Range,
): Interval | undefined {
  const range = withValues(scale, distribution);
  const spread = meanSpread(values, distribution, range);
  if (!spread) return undefined;
  const { low, high, method } = spreadInterval(spread);
  return { low: Math.max(range.least, low), high: Math.min(range.most, high), method };
}

/**
 * The sampling distribution of a mean of scores other than only 0 and 1: see {@link
 * boundedInterval} on a bounded scale; on others resampled 10,000 times with a fixed seed up to 500
 * values, and normal above. NaN is left out; undefined for fewer than two values, and on an open
 * scale for few that are all equal.
 */
export function meanSpread(
  values: Float64Array,
  distribution: Distribution,
  range: Range,
): Spread | undefined {
  const mean = meanOfDistribution(distribution);
  const std = stdOfDistribution(distribution);
  const count = distribution.size;
  if (mean === null || std === null) return undefined;
  if (isBounded(range)) return { method: 'beta', values: boundedValues(distribution, range) };
  if (distribution.values.length === 1 && count < FEWEST_EQUAL) return undefined;
  if (count > BOOTSTRAP_LIMIT) return { method: 'normal', mean, error: std / Math.sqrt(count) };
  const scored = values.filter((value) => !Number.isNaN(value));
  return { method: 'bootstrap', means: resampleMeans(scored, count, RESAMPLES) };
}

/** A scale, widened for values that a model gave beyond its ends. */
function withValues(range: Range, { values }: Distribution): Range {
  let { least, most } = range;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { least, most };
}

/** Whether a scale has two ends; its intervals need no resampling. */
export function isBounded({ least, most }: Range): boolean {
  return Number.isFinite(most - least);
}

/** The central interval of a sampling distribution; `confidence` is in (0,1). */
export function spreadInterval(spread: Spread, confidence = CONFIDENCE): Interval {
  const { method } = spread;
  const tail = tailOf(confidence);
  if (method === 'beta') return { ...boundedInterval(spread.values, tail), method };
  if (method === 'normal') {
    const half = deviationsFor(confidence) * spread.error;
    return { low: spread.mean - half, high: spread.mean + half, method };
  }
  return { low: quantile(spread.means, tail), high: quantile(spread.means, 1 - tail), method };
}

/**
 * The p-value, in [0,1], for a mean above (or below) a number: the inverse of {@link
 * spreadInterval}, whose bound reaches the number when each tail is this large.
 */
export function spreadChance(spread: Spread, bound: number, isAbove: boolean): number {
  if (spread.method === 'beta') return boundedChance(spread.values, bound, isAbove);
  const below = shareBelow(spread, bound);
  return isAbove ? below : 1 - below;
}

function shareBelow(spread: Exclude<Spread, { method: 'beta' }>, bound: number): number {
  if (spread.method === 'normal') {
    const { mean, error } = spread;
    if (error === 0) return mean < bound ? 1 : 0;
    return normalShareBelow((bound - mean) / error);
  }
  const { means } = spread;
  const at = firstFrom(means, bound);
  if (at === 0) return 0;
  if (at === means.length) return 1;
  const below = means[at - 1] as number;
  return (at - 1 + (bound - below) / ((means[at] as number) - below)) / (means.length - 1);
}

/** The place of the first ascending value that is not below a bound; else their number. */
function firstFrom(rising: Float64Array, bound: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A quantile of ascending values by linear interpolation (type 7); NaN without values. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Means of samples with replacement of at least one value, ascending; determined by the seed. */
export function resampleMeans(values: Float64Array, seed: number, resamples: number): Float64Array {
  const count = values.length;
  const random = seededRandom(seed);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let total = 0;
    for (let i = 0; i < count; i++) total += values[Math.floor(random() * count)] as number;
    means[resample] = total / count;
  }
  return means.sort();
}

/**
 * A seeded generator of numbers in [0,1), multiples of 2^−32: same seed, same numbers, in every
 * browser (mulberry32 by Tommy Ettinger). The lower 32 bits of the seed count.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
