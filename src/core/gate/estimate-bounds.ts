import { binomialAtMost } from '#core/base/statistics/binomial.ts';
import { quantileOfDistribution, type Distribution } from '#core/base/statistics/distribution.ts';
import {
  boundedChance,
  type BoundedValues,
  type Range,
} from '#core/base/statistics/bounded-mean.ts';
import {
  spreadChance,
  spreadInterval,
  wilsonInterval,
  type Spread,
} from '#core/base/statistics/interval.ts';
import { normalQuantile, normalShareBelow } from '#core/base/statistics/normal.ts';

/** A claim to test with an estimate: that the true value is on one side of a threshold. */
export interface Claim {
  /** Whether the threshold itself is included. */
  readonly side: 'at least' | 'above' | 'at most' | 'below';
  readonly threshold: number;
}

/** An estimated number with its uncertainty. */
export interface Estimate {
  readonly value: number;
  /** The number of rows, pairs or tasks. */
  readonly count: number;
  /** Infinite on a side that so few rows do not bound. */
  readonly interval: (confidence: number) => { readonly low: number; readonly high: number };
  /** The p-value of the claim: at most a tail exactly where the bound supports the claim. */
  readonly chance: (claim: Claim) => number;
  /** How many similar rows would support the claim, not rounded; infinite if none would. */
  readonly countFor: (claim: Claim, tail: number) => number;
}

/** Numbers that differ less are equal but for rounding. */
const SLACK = 1e-9;

/** The threshold, moved so that values equal to it but for rounding are on the right side. */
function edgeOf({ side, threshold }: Claim): number {
  const slack = SLACK * Math.max(1, Math.abs(threshold));
  return side === 'at least' || side === 'below' ? threshold - slack : threshold + slack;
}

function isUpward({ side }: Claim): boolean {
  return side === 'at least' || side === 'above';
}

/** How far a value is beyond a claim's threshold; at most 0 where it contradicts the claim. */
function marginOf(claim: Claim, value: number): number {
  const margin = isUpward(claim) ? value - claim.threshold : claim.threshold - value;
  return Math.abs(margin) <= SLACK ? 0 : margin;
}

/** Whether a value by itself, without its uncertainty, is as a claim says. */
export function isBeyond(claim: Claim, value: number): boolean {
  return marginOf(claim, value) > 0;
}

/** Estimates a share from at least one row, with Wilson’s bounds. */
export function estimateShare(successes: number, count: number): Estimate {
  const value = successes / count;
  const deviations = (threshold: number, rows: number): number =>
    (value - threshold) / Math.sqrt((threshold * (1 - threshold)) / rows);
  return {
    value,
    count,
    interval: (confidence) => {
      const { low, high } = wilsonInterval(successes, count, confidence) ?? NO_BOUNDS;
      return { low, high };
    },
    chance: (claim) => {
      const edge = edgeOf(claim);
      // beyond the ends of the scale there is no chance
      if (edge <= 0) return isUpward(claim) ? 0 : 1;
      if (edge >= 1) return isUpward(claim) ? 1 : 0;
      const z = deviations(edge, count);
      return normalShareBelow(isUpward(claim) ? -z : z);
    },
    countFor: (claim, tail) => {
      if (marginOf(claim, value) <= 0) return Infinity;
      return (normalQuantile(tail) / deviations(claim.threshold, 1)) ** 2;
    },
  };
}

/** A share of all there is: counted, so that nothing about it is uncertain. */
export function countedShare(counted: number, count: number): Estimate {
  const value = counted / count;
  return {
    value,
    count,
    interval: () => ({ low: value, high: value }),
    chance: (claim) => {
      const edge = edgeOf(claim);
      return (isUpward(claim) ? value >= edge : value <= edge) ? 0 : 1;
    },
    countFor: () => Infinity,
  };
}

/** Estimates a mean by its sampling distribution; bounds stay within the scale. */
export function estimateMean(value: number, count: number, spread: Spread, range: Range): Estimate {
  const interval = (confidence: number): { readonly low: number; readonly high: number } => {
    const { low, high } = spreadInterval(spread, confidence);
    return { low: Math.max(range.least, low), high: Math.min(range.most, high) };
  };
  return {
    value,
    count,
    interval,
    chance: (claim) => spreadChance(spread, edgeOf(claim), isUpward(claim)),
    countFor: (claim, tail) => {
      const margin = marginOf(claim, value);
      if (margin <= 0) return Infinity;
      if (spread.method === 'beta') return countOfBounded(spread.values, claim, tail);
      const { low, high } = interval(1 - 2 * tail);
      const reach = isUpward(claim) ? value - low : high - value;
      return count * (reach / margin) ** 2;
    },
  };
}

/** The search for a number of rows ends at this multiple. */
const MAX_TIMES = 1e6;
const HALVINGS = 40;

/** The number of similar rows from which the p-value is at most the tail. */
function countOfBounded(values: BoundedValues, claim: Claim, tail: number): number {
  const isBorneOut = (count: number): boolean =>
    boundedChance({ ...values, count }, edgeOf(claim), isUpward(claim)) <= tail;
  let [few, many] = [1, values.count * MAX_TIMES];
  if (!isBorneOut(many)) return Infinity;
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const middle = Math.sqrt(few * many);
    if (isBorneOut(middle)) many = middle;
    else few = middle;
  }
  return many;
}

/**
 * Estimates a percentile, in (0,1), of at least one value; its bounds are values of the sample, by
 * the binomial distribution of the number of rows below it (Conover 1999, Practical nonparametric
 * statistics, 3.2).
 */
export function estimateQuantile(distribution: Distribution, share: number): Estimate {
  const { size: count } = distribution;
  const value = quantileOfDistribution(distribution, share) ?? Number.NaN;
  const chance = (claim: Claim): number => {
    const before = countBefore(distribution, claim);
    // “at least” and “above” need few values before the threshold, the others many
    return isUpward(claim)
      ? binomialAtMost(count, share, before)
      : 1 - binomialAtMost(count, share, before - 1);
  };
  return {
    value,
    count,
    chance,
    interval: (confidence) => quantileBounds(distribution, share, (1 - confidence) / 2),
    countFor: (claim, tail) => {
      const part = countBefore(distribution, claim) / count;
      if (isUpward(claim) ? part >= share : part <= share) return Infinity;
      const z = normalQuantile(tail);
      // the normal approximation, but at least the fewest rows that can decide: share ** n ≤ tail
      const fewest = Math.log(tail) / Math.log(isUpward(claim) ? 1 - share : share);
      return Math.max(fewest, (z ** 2 * share * (1 - share)) / (part - share) ** 2);
    },
  };
}

/** The number of values before the claimed side: below the threshold, or up to it. */
function countBefore({ values, counts }: Distribution, claim: Claim): number {
  const edge = edgeOf(claim);
  let before = 0;
  for (let at = 0; at < values.length && (values[at] as number) <= edge; at++)
    before += counts[at] as number;
  return before;
}

function quantileBounds(
  distribution: Distribution,
  share: number,
  tail: number,
): { readonly low: number; readonly high: number } {
  const { values, counts, size } = distribution;
  let low = -Infinity;
  let before = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (binomialAtMost(size, share, before) <= tail) low = value;
    before += counts[at] as number;
    if (1 - binomialAtMost(size, share, before - 1) <= tail) return { low, high: value };
  }
  return { low, high: Infinity };
}

const NO_BOUNDS = { low: -Infinity, high: Infinity };
