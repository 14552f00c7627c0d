import { drawBinomial } from './binomial.ts';
import { seededRandom } from './random.ts';
import { countValues, FEW_DIFFERENCES, type ValueCounts } from './value-counts.ts';

/** Up to here all patterns of signs are gone through. */
const ALL_PATTERNS = 12;
/** Up to here every sign is drawn one by one. */
const DRAWN_SINGLY = 300;
const FLIPS = 10_000;
/** Sums that only rounding tells apart count as equal. */
const SLACK = 1e-12;

/**
 * The two-sided sign-flip test: how often the sum of paired differences would be as far from 0 as
 * it is, were either sign of each as likely. Exact for at most 12 differences other than 0, else
 * 10,000 seeded patterns, the observed one counted among them; normal above 300 differences with
 * many sizes.
 * @param differences candidate minus baseline, one per pair
 * @param seed the same seed gives the same p
 * @param few the differences counted, where they are few
 * @returns p in (0,1]; 1 when no pair differs
 */
export function signFlipTest(
  differences: Float64Array,
  seed: number,
  few = countValues(differences, FEW_DIFFERENCES),
): number {
  let sum = 0;
  for (let pair = 0; pair < differences.length; pair++) sum += differences[pair] as number;
  const observed = Math.abs(sum) - SLACK;
  const counted = few && countSizes(few);
  if (counted && counted.size > DRAWN_SINGLY) {
    return shareAsFar(observed, seed, (random) => flipCounts(counted, random));
  }
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs);
  if (sizes.length <= ALL_PATTERNS) return flipAll(sizes, observed);
  if (sizes.length > DRAWN_SINGLY) return normalTail(sizes, Math.abs(sum));
  return shareAsFar(observed, seed, (random) => flipEach(sizes, random));
}

/** How often each size other than 0 occurs, whatever its sign. */
function countSizes({ values, counts }: ValueCounts): ValueCounts & { readonly size: number } {
  const bySize = new Map<number, number>();
  let size = 0;
  for (const [at, value] of values.entries()) {
    if (value === 0) continue;
    const count = counts[at] as number;
    bySize.set(Math.abs(value), (bySize.get(Math.abs(value)) ?? 0) + count);
    size += count;
  }
  return {
    values: Float64Array.from(bySize.keys()),
    counts: Float64Array.from(bySize.values()),
    size,
  };
}

/** The share of patterns, the observed one among them, that lead at least as far. */
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

function normalTail(sizes: Float64Array, sum: number): number {
  let squares = 0;
  for (const size of sizes) squares += size ** 2;
  return complementaryError(sum / Math.sqrt(2 * squares));
}

/** erfc of a number ≥ 0, within 1.2e−7 of its value; see Press et al., Numerical Recipes, 6.2. */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  let sum = 0;
  for (const term of ERFC_TERMS) sum = sum * t + term;
  return t * Math.exp(-x * x + sum);
}

const ERFC_TERMS = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
  1.00002368, -1.26551223,
];
