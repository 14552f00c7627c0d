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
 * @param values the scores
 * @param std their sample standard deviation
 * @returns the interval; undefined for fewer than two values
 */
export function meanInterval(values: Float64Array, std: number): Interval | undefined {
  const count = values.length;
  if (count < FEWEST) return undefined;
  if (count > BOOTSTRAP_LIMIT) {
    const mean = meanOf(values);
    const half = (Z * std) / Math.sqrt(count);
    return { low: mean - half, high: mean + half, method: 'normal' };
  }
  const random = mulberry32(count);
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let total = 0;
    for (let i = 0; i < count; i++) total += values[Math.floor(random() * count)] as number;
    means[resample] = total / count;
  }
  means.sort();
  return { low: quantile(means, 0.025), high: quantile(means, 0.975), method: 'bootstrap' };
}

/**
 * The arithmetic mean.
 * @param values the values
 * @returns the mean; NaN without values
 */
export function meanOf(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total / values.length;
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
 * The same quantile of values in any order, without sorting them all.
 * @param values the values; their order is changed
 * @param share which quantile, in [0,1]
 * @returns the quantile; NaN without values
 */
export function selectQuantile(values: Float64Array, share: number): number {
  if (values.length === 0) return Number.NaN;
  const place = (values.length - 1) * share;
  const index = Math.floor(place);
  select(values, index);
  const below = values[index] as number;
  if (place === index) return below;
  let above = Infinity;
  for (let i = index + 1; i < values.length; i++) above = Math.min(above, values[i] as number);
  return below + (above - below) * (place - index);
}

/** Puts the value that sorting would put at an index there, smaller ones before, greater ones after. */
function select(values: Float64Array, index: number): void {
  let first = 0;
  let last = values.length - 1;
  while (first < last) {
    const pivot = values[(first + last) >>> 1] as number;
    let low = first;
    let high = last;
    while (low <= high) {
      while ((values[low] as number) < pivot) low++;
      while ((values[high] as number) > pivot) high--;
      if (low > high) break;
      const value = values[low] as number;
      values[low++] = values[high] as number;
      values[high--] = value;
    }
    if (index <= high) last = high;
    else if (index >= low) first = low;
    else return;
  }
}

/** A small seeded generator: same seed, same numbers, in every browser. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
