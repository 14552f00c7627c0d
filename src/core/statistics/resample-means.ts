import { seededRandom } from './random.ts';

/**
 * Draws as many values as there are, with replacement, over and over, and takes the means.
 * @param values the values; at least one
 * @param seed the same seed draws the same
 * @param resamples how often to draw
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
