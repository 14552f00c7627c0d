import { boundedChance, boundedInterval, boundedValues } from './bounded-mean.ts';
import type { BoundedValues, Range } from './bounded-mean.ts';
import { meanOfDistribution, stdOfDistribution, type Distribution } from './distribution.ts';
import { normalQuantile, normalShareBelow } from './normal.ts';

/** An interval for a mean, of 95 % unless another confidence was asked for. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly method: 'wilson' | 'beta' | 'bootstrap' | 'normal';
}

/** Standard deviations to either side that hold 95 % of a normal distribution. */
export const Z = 1.959963984540054;
/** The confidence of every interval that the page shows. */
export const CONFIDENCE = 0.95;
/** How often a bootstrap draws. */
export const RESAMPLES = 10_000;
/** Above this many values the mean is normal enough and resampling would only cost time. */
const BOOTSTRAP_LIMIT = 500;
/** Without an end to the scale, fewer values that are all equal say nothing of those that may differ. */
export const FEWEST_EQUAL = 30;

/**
 * How a mean would spread, were as many rows drawn again: resampled means, rising, or a normal curve;
 * of a scale with two ends what {@link boundedInterval} needs.
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
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half), method: 'wilson' };
}

/** The chance, for a confidence in (0,1), that is left on either side of an interval. */
export function tailOf(confidence: number): number {
  // 1 − 0.95 is not 0.05 in binary
  return confidence === CONFIDENCE ? 0.025 : (1 - confidence) / 2;
}

/** Standard deviations to either side that hold so much of a normal distribution. */
function deviationsFor(confidence: number): number {
  return confidence === CONFIDENCE ? Z : normalQuantile((1 + confidence) / 2);
}

/**
 * A 95 % interval, within the scale, for a mean of scores that are not only 0 and 1, see {@link
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
 * How the mean of scores spreads that are not only 0 and 1: on a scale with two ends as {@link
 * boundedInterval} has it, on others resampled 10,000 times with a fixed seed up to 500 values,
 * normal above. NaN is left out; undefined for fewer than two values, and without an end for few
 * that are all equal.
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

/** A scale, wide enough for values that a model gave beyond its ends. */
function withValues(range: Range, { values }: Distribution): Range {
  let { least, most } = range;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { least, most };
}

/** Whether a scale has both ends: its intervals need no resampling. */
export function isBounded({ least, most }: Range): boolean {
  return Number.isFinite(most - least);
}

/** The interval that holds the middle part of a spread; `confidence` says how much, in (0,1). */
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
 * The chance, in [0,1], that chance alone puts a mean above (or below) a number: the inverse of
 * {@link spreadInterval}, whose bound reaches the number just when each tail is as large as this.
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

/** The place of the first of rising values that is no lower than a bound; their number where all are. */
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

/** A quantile of rising values by linear interpolation (type 7); NaN without values. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Resamples at least one value with replacement; the means, rising, are a seed’s own. */
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
