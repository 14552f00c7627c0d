import type { Bits } from './bits.ts';

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
  /**
   * Under a reference in partial order: by place, the places that come before it, each with all
   * those before them. Absent where the places come as they are listed.
   */
  readonly before?: readonly Bits[];
  /** Reference ids that stand for one of several calls at a time; absent where none does. */
  readonly oneOfMany?: ReadonlySet<number>;
  /**
   * The references that one with patterns stands for, as far as they differ in more than order: the
   * best score over all of them counts. None where they are too many.
   */
  readonly variants?: readonly InternedPair[];
  /** Of a variant: by place, the place in the reference as it is listed. */
  readonly listed?: readonly number[];
  /** Of a variant: how many variants there are, which share the work that a score may take. */
  readonly variantCount?: number;
  /** What is counted already; only where there are neither links nor optional calls. */
  readonly counts?: PairCounts;
}

/** What the two lists have in common. */
export interface PairCounts {
  /** How many calls are predicted, and how many are expected. */
  readonly predicted: number;
  readonly expected: number;
  /** Whether the lists are the same, and whether the reference is a subsequence of the prediction. */
  readonly isSame: boolean;
  readonly isInOrder: boolean;
  /** How many predicted calls are in the reference, and how many expected ones in the prediction. */
  readonly predictedFound: number;
  readonly expectedFound: number;
  /** How many are on both sides when each is used once. */
  readonly paired: number;
}
