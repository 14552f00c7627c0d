import { meanOfDistribution, type Distribution } from './distribution.ts';
import { seededRandom } from './random.ts';

/** A 95 % interval for a mean. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly method: 'wilson' | 'bootstrap' | 'normal';
}

/** Standard deviations to either side that hold 95 % of a normal distribution. */
export const Z = 1.959963984540054;
/** How often a bootstrap draws. */
export const RESAMPLES = 10_000;
/** Above this many values the mean is normal enough and resampling would only cost time. */
const BOOTSTRAP_LIMIT = 500;
/** Below this many values an interval would promise more than there is. */
const FEWEST = 2;

/**
 * Wilson's score interval for a share of successes.
 * @returns the 95 % interval, within [0,1]; undefined without rows
 * @see Newcombe 1998, method 3
 */
export function wilsonInterval(successes: number, count: number): Interval | undefined {
  if (count === 0) return undefined;
  const share = successes / count;
  const scale = 1 + Z ** 2 / count;
  const middle = (share + Z ** 2 / (2 * count)) / scale;
  const half = (Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2))) / scale;
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half), method: 'wilson' };
}

/**
 * A 95 % interval for the mean of scores that are not only 0 and 1: percentile bootstrap with a
 * fixed seed, 10,000 resamples; the normal interval above 500 values.
 * @param values the scores in their order; NaN is left out
 * @returns the interval; undefined for fewer than two values
 */
export function meanInterval(
  values: Float64Array,
  distribution: Distribution,
  std: number,
): Interval | undefined {
  const mean = meanOfDistribution(distribution);
  const count = distribution.size;
  if (mean === null || count < FEWEST) return undefined;
  if (count > BOOTSTRAP_LIMIT) {
    const half = (Z * std) / Math.sqrt(count);
    return { low: mean - half, high: mean + half, method: 'normal' };
  }
  const scored = values.filter((value) => !Number.isNaN(value));
  const means = resampleMeans(scored, count, RESAMPLES);
  return bootstrapInterval(means);
}

/** The interval between the percentiles of resampled means, which are rising. */
export function bootstrapInterval(means: Float64Array): Interval {
  return { low: quantile(means, 0.025), high: quantile(means, 0.975), method: 'bootstrap' };
}

/**
 * A quantile by linear interpolation (type 7, as R, NumPy and Excel do).
 * @param sorted values in rising order
 * @param share which quantile, in [0,1]
 * @returns the quantile; NaN without values
 */
export function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Resamples values with replacement and computes the means.
 * @param values the values; at least one
 * @param seed the same seed draws the same
 * @returns the means, rising
 */
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
