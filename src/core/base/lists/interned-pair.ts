/**
 * Both sides of a row with every call replaced by a small integer; equal calls have the same one.
 * Metrics and alignment work on these lists only.
 */
export interface InternedPair {
  readonly prediction: readonly number[];
  readonly reference: readonly number[];
  /** How many distinct calls there are; ids run from 0. */
  readonly distinct: number;
  /**
   * Under rules by which unequal calls match: the reference ids that each id matches when it is
   * predicted, itself included. Absent where only equal ids match.
   */
  readonly links?: readonly ReadonlySet<number>[];
  /** Which reference calls may be left out, by place; absent where none may. */
  readonly optional?: readonly boolean[];
}
