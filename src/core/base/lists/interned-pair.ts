import type { Bits } from './bits.ts';

/**
 * Both sides of a row with calls as small integers; equal calls have the same one. Metrics and
 * alignment use only these lists.
 */
export interface InternedPair {
  readonly prediction: readonly number[];
  readonly reference: readonly number[];
  /** The number of distinct calls; ids run from 0. */
  readonly distinct: number;
  /** By predicted id: the reference ids it matches, itself included; absent for plain equality. */
  readonly links?: readonly ReadonlySet<number>[];
  /** By place: whether a reference call may be left out; absent where none may. */
  readonly optional?: readonly boolean[];
  /** In partial order, by place: all places before it. Absent where the listed order counts. */
  readonly before?: readonly Bits[];
  /** Reference ids of patterns that match one call at a time; absent without any. */
  readonly oneOfMany?: ReadonlySet<number>;
  /**
   * The variants of a reference with patterns, apart from their order; the best score counts. Empty
   * where there are too many.
   */
  readonly variants?: readonly InternedPair[];
  /** For a variant: by place, the place in the listed reference. */
  readonly listed?: readonly number[];
  /** For a variant: the number of variants, which share the work allowed for a score. */
  readonly variantCount?: number;
  /** Counts known before the lists; only without links and optional calls. */
  readonly counts?: PairCounts;
}

/** Counts by which many metrics are scored. */
export interface PairCounts {
  /** The number of predicted and of expected calls. */
  readonly predicted: number;
  readonly expected: number;
  /** Whether the lists are equal, and whether the reference is a subsequence of the prediction. */
  readonly isSame: boolean;
  readonly isInOrder: boolean;
  /** How many predicted calls are in the reference, and expected ones in the prediction. */
  readonly predictedFound: number;
  readonly expectedFound: number;
  /** How many calls can be paired one to one. */
  readonly paired: number;
}
