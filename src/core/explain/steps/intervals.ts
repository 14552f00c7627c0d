/** A stretch of time, in milliseconds; the end is not before the start. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/**
 * How long at least one of some stretches lasts: where they overlap, time counts once.
 * @returns milliseconds, at most the sum of all lengths; 0 without a stretch
 */
export function lengthOfUnion(intervals: readonly Interval[]): number {
  const sorted = intervals.toSorted((a, b) => a.start - b.start);
  let length = 0;
  let reached = -Infinity;
  for (const { start, end } of sorted) {
    length += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return length;
}
