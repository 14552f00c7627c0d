import { meanOfDistribution, type Distribution } from './distribution.ts';
import { quantile } from './quantile.ts';
import { resampleMeans } from './resample-means.ts';

/** A 95 % interval for a mean. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly method: 'wilson' | 'bootstrap' | 'normal';
}

const Z = 1.959963984540054;
const RESAMPLES = 10_000;
/** Above this many values the mean is normal enough and resampling would only cost time. */
const BOOTSTRAP_LIMIT = 500;
/** Below this many values an interval would promise more than there is. */
const FEWEST = 2;

/**
 * Wilson's score interval for a share of successes.
 * @param successes how many rows score 1
 * @param count how many rows are scored
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
 * @param distribution the same scores, counted
 * @param std their sample standard deviation
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
  return { low: quantile(means, 0.025), high: quantile(means, 0.975), method: 'bootstrap' };
}
