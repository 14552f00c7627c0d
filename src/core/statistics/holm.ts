/**
 * Adjusts p-values for being several, after Holm: the smallest counts as often as there are tests,
 * the next once less, and none falls below the one before it.
 * @param values p-values in any order
 * @returns the adjusted values in the same order, each at most 1
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
