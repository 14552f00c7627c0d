import { drawBinomial } from './binomial.ts';
import {
  seededRandom,
  resampleMeans,
  RESAMPLES,
  spreadInterval,
  type Interval,
  type Spread,
} from './interval.ts';
import { normalShareBelow } from './normal.ts';
import { countValues, FEW_DIFFERENCES, type ValueCounts } from './value-counts.ts';

/** Up to this number, every pair is drawn. */
export const PAIRS_DRAWN_SINGLY = 1000;

/** Differences of pairs; above 1,000 pairs the distinct ones with their counts. */
export type Differences = Float64Array | ValueCounts;

/** A 95 % interval for the mean difference, determined by the seed; undefined without pairs. */
export function pairedInterval(
  differences: Differences,
  seed: number,
  resamples = RESAMPLES,
): Interval | undefined {
  const spread = pairedSpread(differences, seed, resamples);
  return spread && spreadInterval(spread);
}

/**
 * The sampling distribution of the mean of paired differences (candidate minus baseline),
 * determined by the seed; undefined without pairs. A percentile bootstrap. Above 1,000 pairs the
 * counts of distinct differences are drawn, which is equivalent and independent of the number of
 * pairs; normal only where these are many, too.
 */
export function pairedSpread(
  differences: Differences,
  seed: number,
  resamples = RESAMPLES,
): Spread | undefined {
  if (isList(differences) && differences.length <= PAIRS_DRAWN_SINGLY) {
    if (differences.length === 0) return undefined;
    return { method: 'bootstrap', means: resampleMeans(differences, seed, resamples) };
  }
  const { values, counts } = countAll(differences);
  let pairs = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    pairs += counts[i] as number;
    total += (counts[i] as number) * (values[i] as number);
  }
  if (values.length <= FEW_DIFFERENCES)
    return {
      method: 'bootstrap',
      means: resampleCounts({ values, counts }, pairs, seed, resamples),
    };
  const mean = total / pairs;
  let squares = 0;
  for (let i = 0; i < values.length; i++)
    squares += (counts[i] as number) * ((values[i] as number) - mean) ** 2;
  const error = Math.sqrt(squares / (pairs - 1)) / Math.sqrt(pairs);
  return { method: 'normal', mean, error };
}

function isList(differences: Differences): differences is Float64Array {
  return differences instanceof Float64Array;
}

/** Gives every pair a count of one, where distinct differences are many. */
function countAll(differences: Differences): ValueCounts {
  if (!isList(differences)) return differences;
  const few = countValues(differences, FEW_DIFFERENCES);
  return few ?? { values: differences, counts: new Float64Array(differences.length).fill(1) };
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

/** Up to this number, all patterns of signs are enumerated. */
const ALL_PATTERNS = 12;
/** Up to this number, every sign is drawn. */
const SIGNS_DRAWN_SINGLY = 300;
const FLIPS = 10_000;
/** Sums that differ less are equal but for rounding. */
const SLACK = 1e-12;

/**
 * The p-value, in (0,1], of the two-sided sign-flip test: how often the sum of paired differences
 * would be as far from 0 if both signs of each were equally likely; 1 when no pair differs. Exact
 * for at most 12 differences other than 0, else 10,000 patterns, determined by the seed; normal
 * above 300 differences with many sizes.
 */
export function signFlipTest(differences: Differences, seed: number): number {
  const counted = countAll(differences);
  const { values, counts } = counted;
  let sum = 0;
  let squares = 0;
  let size = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    const count = counts[i] as number;
    sum += count * value;
    squares += count * value ** 2;
    if (value !== 0) size += count;
  }
  const observed = Math.abs(sum) - SLACK;
  if (size <= SIGNS_DRAWN_SINGLY) {
    const sizes = isList(differences) ? sizesOf(differences) : sizesOf(listAll(counted));
    if (size <= ALL_PATTERNS) return flipAll(sizes, observed);
    return shareAsFar(observed, seed, (random) => flipEach(sizes, random));
  }
  if (values.length > FEW_DIFFERENCES)
    return 2 * normalShareBelow(-Math.abs(sum) / Math.sqrt(squares));
  const bySize = countSizes(counted);
  return shareAsFar(observed, seed, (random) => flipCounts(bySize, random));
}

function sizesOf(differences: Float64Array): Float64Array {
  return differences.filter((difference) => difference !== 0).map(Math.abs);
}

/** Lists counted differences other than 0, with repetitions. */
function listAll({ values, counts }: ValueCounts): Float64Array {
  const list: number[] = [];
  for (const [at, value] of values.entries())
    for (let left = value === 0 ? 0 : (counts[at] as number); left > 0; left--) list.push(value);
  return Float64Array.from(list);
}

/** The count of each absolute difference other than 0. */
function countSizes({ values, counts }: ValueCounts): ValueCounts {
  const bySize = new Map<number, number>();
  for (const [at, value] of values.entries()) {
    if (value === 0) continue;
    const count = counts[at] as number;
    bySize.set(Math.abs(value), (bySize.get(Math.abs(value)) ?? 0) + count);
  }
  return {
    values: Float64Array.from(bySize.keys()),
    counts: Float64Array.from(bySize.values()),
  };
}

/** The share of patterns, the observed one included, that are at least as far from 0. */
function shareAsFar(
  observed: number,
  seed: number,
  flip: (random: () => number) => number,
): number {
  const random = seededRandom(seed);
  let asFar = 1;
  for (let flips = 0; flips < FLIPS; flips++) {
    if (Math.abs(flip(random)) >= observed) asFar++;
  }
  return asFar / (FLIPS + 1);
}

function flipAll(sizes: Float64Array, observed: number): number {
  const patterns = 2 ** sizes.length;
  let asFar = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let i = 0; i < sizes.length; i++) {
      const size = sizes[i] as number;
      sum += (pattern >>> i) & 1 ? size : -size;
    }
    if (Math.abs(sum) >= observed) asFar++;
  }
  return asFar / patterns;
}

function flipEach(sizes: Float64Array, random: () => number): number {
  let sum = 0;
  for (const size of sizes) sum += random() < 0.5 ? size : -size;
  return sum;
}

function flipCounts({ values, counts }: ValueCounts, random: () => number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const count = counts[i] as number;
    sum += (values[i] as number) * (2 * drawBinomial(count, 0.5, random) - count);
  }
  return sum;
}

/** The result of McNemar's test on pairs that pass on one side only. */
export interface McNemar {
  readonly p: number;
  /** The mid-p variant, less conservative; null when both counts are equal. */
  readonly midP: number | null;
}

/**
 * McNemar's exact test: two-sided binomial, the smaller tail doubled and capped at 1.
 * @returns p; 1 without such pairs
 */
export function mcnemarTest(onlyBaseline: number, onlyCandidate: number): McNemar {
  if (onlyBaseline === onlyCandidate) return { p: 1, midP: null };
  const trials = onlyBaseline + onlyCandidate;
  const least = Math.min(onlyBaseline, onlyCandidate);
  let logTerm = -trials * Math.LN2;
  for (let k = 1; k <= least; k++) logTerm += Math.log((trials - k + 1) / k);
  const last = Math.exp(logTerm);
  let tail = 0;
  let term = last;
  for (let k = least; k >= 0 && tail + term !== tail; k--) {
    tail += term;
    term *= k / (trials - k + 1);
  }
  return { p: Math.min(1, 2 * tail), midP: 2 * tail - last };
}

/**
 * Adjusts p-values by Holm: the smallest is multiplied by the number of tests, the next by one
 * less, and so on; none is below a smaller one or above 1. Any order.
 */
export function adjustHolm(values: readonly number[]): number[] {
  const rising = values.map((p, place) => ({ p, place })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(values.length).fill(1);
  let least = 0;
  for (const [rank, { p, place }] of rising.entries()) {
    least = Math.max(least, Math.min(1, p * (values.length - rank)));
    adjusted[place] = least;
  }
  return adjusted;
}
