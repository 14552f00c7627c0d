/** The names of compared runs; the baseline is A. */
export const RUN_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;

/** One of {@link RUN_LETTERS}. */
export type RunLetter = (typeof RUN_LETTERS)[number];

/** The letter of the run at a place; the last one beyond the end. */
export function letterAt(place: number): RunLetter {
  return RUN_LETTERS[place] ?? 'H';
}
