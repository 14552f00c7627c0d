import { countLevels, countValues, type CodedValues, type ValueCounts } from './value-counts.ts';

/** The distinct values of a list, ascending, with their counts. */
export interface Distribution extends ValueCounts {
  /** The number of values, repetitions included. */
  readonly size: number;
}

/** Scores are mostly shares of few calls: few distinct values are counted without sorting. */
const FEW_DISTINCT = 512;
/** Shorter lists are sorted faster than counted. */
const SHORT = 64;

/** Counts the values of a list, in any order; NaN is left out. */
export function distributionOf(values: Float64Array): Distribution {
  const few = values.length > SHORT ? countValues(values, FEW_DISTINCT) : undefined;
  return few ? sortCounts(few) : countSorted(values.slice().sort());
}

/** Counts the values of a coded list; NaN is left out. */
export function distributionOfCodes(coded: CodedValues): Distribution {
  return sortCounts(countLevels(coded));
}

function sortCounts({ values, counts }: ValueCounts): Distribution {
  const order = Array.from(values.keys()).sort(
    (a, b) => (values[a] as number) - (values[b] as number),
  );
  return {
    values: Float64Array.from(order, (at) => values[at] as number),
    counts: Float64Array.from(order, (at) => counts[at] as number),
    size: counts.reduce((total, count) => total + count, 0),
  };
}

/** NaN sorts behind all numbers. */
function countSorted(sorted: Float64Array): Distribution {
  const values = new Float64Array(sorted.length);
  const counts = new Float64Array(sorted.length);
  let last = -1;
  let size = 0;
  for (; size < sorted.length; size++) {
    const value = sorted[size] as number;
    if (value !== value) break;
    if (last < 0 || values[last] !== value) values[++last] = value;
    counts[last] = (counts[last] as number) + 1;
  }
  return { values: values.subarray(0, last + 1), counts: counts.subarray(0, last + 1), size };
}

/** The count of a value; 0 where it does not occur. */
export function countOf(distribution: Distribution, value: number): number {
  const { values, counts } = distribution;
  const at = values.indexOf(value);
  return at < 0 ? 0 : (counts[at] as number);
}

/** The arithmetic mean; null without values. */
export function meanOfDistribution(distribution: Distribution): number | null {
  const { values, counts, size } = distribution;
  if (size === 0) return null;
  let total = 0;
  for (let i = 0; i < values.length; i++) total += (values[i] as number) * (counts[i] as number);
  // rounding must not lead out of the values: equal ones would seem to differ from their mean
  const mean = total / size;
  const least = values[0] as number;
  const most = values[values.length - 1] as number;
  if (mean < least) return least;
  return mean > most ? most : mean;
}

/** The sample standard deviation (n − 1); null for fewer than two values. */
export function stdOfDistribution(distribution: Distribution): number | null {
  const { values, counts, size } = distribution;
  const mean = meanOfDistribution(distribution);
  if (mean === null || size < 2) return null;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    squares += (counts[i] as number) * ((values[i] as number) - mean) ** 2;
  }
  return Math.sqrt(squares / (size - 1));
}

/** A quantile by linear interpolation (type 7, as R, NumPy and Excel do); null without values. */
export function quantileOfDistribution(distribution: Distribution, share: number): number | null {
  const { values, counts, size } = distribution;
  if (size === 0) return null;
  const place = (size - 1) * share;
  const index = Math.floor(place);
  let at = 0;
  let before = counts[0] as number;
  while (before <= index) before += counts[++at] as number;
  const below = values[at] as number;
  if (place === index) return below;
  const above = before > index + 1 ? below : (values[at + 1] as number);
  return below + (above - below) * (place - index);
}
