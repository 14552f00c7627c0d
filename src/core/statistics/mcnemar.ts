/** What McNemar's test says of pairs that pass on one side only. */
export interface McNemar {
  readonly p: number;
  /** The mid-p variant, less cautious; null when both sides have as many. */
  readonly midP: number | null;
}

/**
 * McNemar's exact test: two-sided binomial, the smaller tail doubled and capped at 1.
 * @param onlyBaseline pairs that pass in the baseline only
 * @param onlyCandidate pairs that pass in the candidate only
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
