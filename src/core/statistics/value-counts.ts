/** The distinct values of a list and how often each occurs. */
export interface ValueCounts {
  readonly values: readonly number[];
  readonly counts: readonly number[];
}

/**
 * Counts distinct values, as long as they are few.
 * @param values the values
 * @param most how many distinct values are few
 * @returns the counts, in the order of first occurrence; undefined when there are more
 */
export function countValues(values: Float64Array, most: number): ValueCounts | undefined {
  const counts = new Map<number, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > most) return undefined;
  }
  return { values: [...counts.keys()], counts: [...counts.values()] };
}
