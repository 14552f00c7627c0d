import { drawBinomial } from './binomial.ts';
import type { Interval } from './interval.ts';
import { meanOf, quantile } from './quantile.ts';
import { seededRandom } from './random.ts';
import { resampleMeans } from './resample-means.ts';
import { countValues, FEW_DIFFERENCES, type ValueCounts } from './value-counts.ts';

const Z = 1.959963984540054;
/** How many times pairs are drawn anew. */
export const RESAMPLES = 10_000;
/** Up to here every pair is drawn one by one. */
const DRAWN_SINGLY = 1000;
/**
 * A 95 % interval for the mean of paired differences: percentile bootstrap of the pairs. Above
 * 1,000 pairs the number of each distinct difference is drawn instead of every pair, which comes
 * to the same; only where these are many as well is the interval the normal one.
 * @param differences candidate minus baseline, one per pair
 * @param seed the same seed gives the same interval
 * @param resamples how often the pairs are drawn anew
 * @param few the differences counted, where they are few
 * @returns the interval; undefined without pairs
 */
export function pairedInterval(
  differences: Float64Array,
  seed: number,
  resamples = RESAMPLES,
  few = countValues(differences, FEW_DIFFERENCES),
): Interval | undefined {
  const pairs = differences.length;
  if (pairs === 0) return undefined;
  if (pairs <= DRAWN_SINGLY) return ends(resampleMeans(differences, seed, resamples));
  if (few) return ends(resampleCounts(few, pairs, seed, resamples));
  const mean = meanOf(differences);
  let squares = 0;
  for (const difference of differences) squares += (difference - mean) ** 2;
  const half = (Z * Math.sqrt(squares / (pairs - 1))) / Math.sqrt(pairs);
  return { low: mean - half, high: mean + half, method: 'normal' };
}

function ends(means: Float64Array): Interval {
  return { low: quantile(means, 0.025), high: quantile(means, 0.975), method: 'bootstrap' };
}

function resampleCounts(
  { values, counts }: ValueCounts,
  pairs: number,
  seed: number,
  resamples: number,
): Float64Array {
  const random = seededRandom(seed);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let toDraw = pairs;
    let toCome = pairs;
    let total = 0;
    for (let i = 0; i < values.length && toDraw > 0; i++) {
      const count = counts[i] as number;
      const drawn = drawBinomial(toDraw, count / toCome, random);
      total += drawn * (values[i] as number);
      toDraw -= drawn;
      toCome -= count;
    }
    means[resample] = total / pairs;
  }
  return means.sort();
}
