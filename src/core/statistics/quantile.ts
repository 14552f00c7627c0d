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
