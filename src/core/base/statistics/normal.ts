/**
 * The share, in [0,1], of a normal distribution below some standard deviations from the mean; the
 * error in either tail is at most 1.2e−7 of the value.
 */
export function normalShareBelow(deviations: number): number {
  const outer = complementaryError(Math.abs(deviations) / Math.SQRT2) / 2;
  return deviations < 0 ? outer : 1 - outer;
}

/** The inverse of {@link normalShareBelow} for a share in (0,1). */
export function normalQuantile(share: number): number {
  let low = -FARTHEST;
  let high = FARTHEST;
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const middle = (low + high) / 2;
    if (normalShareBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Beyond, doubles are 0. */
const FARTHEST = 38;
/** Enough for neighbouring doubles. */
const HALVINGS = 60;

/** erfc of a number ≥ 0, relative error 1.2e−7; see Press et al., Numerical Recipes, 6.2. */
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
