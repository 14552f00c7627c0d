import { logFactorial } from './binomial.ts';
import { normalShareBelow } from './normal.ts';

/** A beta distribution by its two shapes, both > 0. */
export interface Beta {
  readonly a: number;
  readonly b: number;
}

/**
 * The share, in [0,1], of a beta distribution below a number: the regularised incomplete beta
 * function (Press et al., Numerical Recipes, 6.4).
 */
export function betaShareBelow({ a, b }: Beta, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (Math.min(a, b) > NORMAL_FROM) {
    const mean = a / (a + b);
    return normalShareBelow((x - mean) / Math.sqrt((mean * (1 - mean)) / (a + b + 1)));
  }
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // the fraction converges quickly on this side of the mean
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(a, b, x)) / a
    : 1 - (front * continuedFraction(b, a, 1 - x)) / b;
}

/** The inverse of {@link betaShareBelow}; `share` is in (0,1). */
export function betaQuantile(beta: Beta, share: number): number {
  let [low, high] = [0, 1];
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const middle = (low + high) / 2;
    if (betaShareBelow(beta, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function logGamma(x: number): number {
  return x < 11 ? logGamma(x + 1) - Math.log(x) : logFactorial(x - 1);
}

/** With larger shapes it is normal as far as a double tells. */
const NORMAL_FROM = 1e6;
/** After so many halvings the ends are neighbours. */
const HALVINGS = 54;
const MAX_TERMS = 10_000;
const TINY = 1e-300;

/** Lentz's way from the front to the back. */
function continuedFraction(a: number, b: number, x: number): number {
  const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < Number.EPSILON) break;
  }
  return fraction;
}
