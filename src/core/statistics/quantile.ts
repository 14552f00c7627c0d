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
