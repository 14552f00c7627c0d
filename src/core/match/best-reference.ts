import type { Slot } from './align.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { editShare, f1Of, isCovered, isSameSequence, isSubsequence } from './compare-pair.ts';
import type { CallMatcher } from './call-matcher.ts';
import {
  bestOrder,
  isOrdered,
  TooManyVariants,
  type OrderedPair,
} from './patterns/order-search.ts';

/** The acceptable reference closest to a row's prediction. */
export interface BestReference {
  readonly reference: Trajectory;
  readonly pair: InternedPair;
  /** Its place among the acceptable references, from 1. */
  readonly place: number;
  /** How many references are acceptable. */
  readonly count: number;
}

/** A row's two sides, aligned. */
export interface AlignedRow {
  readonly row: ScoredRow;
  readonly reference: Trajectory;
  readonly prediction: Trajectory;
  readonly slots: readonly Slot[];
  /** The closest reference; undefined where a side has no list. */
  readonly best: BestReference | undefined;
  readonly matcher: CallMatcher;
}

/**
 * Finds the acceptable reference closest to the prediction: one matched exactly, else in order,
 * else in any order, else the one with the highest F1, then the fewest edits.
 * @returns the first of equally close ones; undefined unless both sides have a list
 */
export function bestReference(row: ScoredRow): BestReference | undefined {
  if (row.pair === null || row.reference.state !== 'calls') return undefined;
  const references = [row.reference.calls, ...row.otherReferences.map(({ calls }) => calls)];
  const pairs = [row.pair, ...row.otherPairs];
  const count = references.length;
  const all = references.map((reference, index) =>
    bestVariant(reference, pairs[index] as InternedPair),
  );
  let [best] = all as [Variant];
  let place = 1;
  if (count > 1) {
    let bestRank = rankOf(best.pair);
    for (const [index, variant] of all.entries()) {
      const rank = rankOf(variant.pair);
      if (!isAbove(rank, bestRank)) continue;
      best = variant;
      place = index + 1;
      bestRank = rank;
    }
  }
  return { ...best, place, count };
}

type Variant = Pick<BestReference, 'reference' | 'pair'>;

/**
 * The variant of a reference with patterns that is closest to the prediction, its steps in an
 * allowed order. Other references are returned as they are.
 */
function bestVariant(reference: Trajectory, pair: InternedPair): Variant {
  // copying the pair would compute the lists of a pair that has only counts
  if (pair.variants === undefined) return { reference, pair };
  const { variants, ...alone } = pair;
  const [first, ...others] = variants;
  if (!first) return { reference, pair: alone };
  let best = inOrder(reference, first);
  if (others.length === 0) return best;
  let bestRank: readonly number[] | undefined;
  for (const variant of closestOf([first, ...others])) {
    const other = inOrder(reference, variant);
    const rank = rankOf(other.pair);
    if (!bestRank || isAbove(rank, bestRank)) [best, bestRank] = [other, rank];
    if (bestRank[0] === 1) break;
  }
  return best;
}

/** How many variants are ordered at most. */
const MAX_ORDERED = 16;

/** The variants that may be closest, judged without the order of their steps. */
function closestOf(variants: readonly InternedPair[]): InternedPair[] {
  if (variants.length <= MAX_ORDERED) return [...variants];
  const known = variants.map((variant) => {
    const isSame = isSure(isSameSequence, variant);
    const isInOrder = isSame || isSure(isSubsequence, variant);
    return {
      variant,
      rank: [Number(isSame), Number(isInOrder), Number(isCovered(variant)), f1Of(variant)],
    };
  });
  known.sort((a, b) => (isAbove(a.rank, b.rank) ? -1 : Number(isAbove(b.rank, a.rank))));
  return known.slice(0, MAX_ORDERED).map(({ variant }) => variant);
}

function isSure(test: (variant: InternedPair) => boolean, variant: InternedPair): boolean {
  try {
    return test(variant);
  } catch (error) {
    if (!(error instanceof TooManyVariants)) throw error;
    return false;
  }
}

function inOrder(reference: Trajectory, variant: InternedPair): Variant {
  const { before: _, listed, ...rest } = variant;
  const order = isOrdered(variant) ? orderOf(variant) : [...variant.reference.keys()];
  const optional = variant.optional && order.map((place) => variant.optional?.[place] === true);
  return {
    reference: order.map((place) => reference[listed?.[place] ?? place] as ToolCall),
    pair: {
      ...rest,
      reference: order.map((place) => variant.reference[place] as number),
      ...(optional ? { optional } : {}),
    },
  };
}

function orderOf(variant: OrderedPair): number[] {
  try {
    return bestOrder(variant);
  } catch (error) {
    if (!(error instanceof TooManyVariants)) throw error;
    // too many orders to find the best: any allowed one
    return [...variant.reference.keys()];
  }
}

/** The acceptable reference at a place, from 1; undefined without one, or no prediction. */
export function referenceAt(row: ScoredRow, place: number): BestReference | undefined {
  if (row.pair === null || row.reference.state !== 'calls') return undefined;
  const references = [row.reference.calls, ...row.otherReferences.map(({ calls }) => calls)];
  const reference = references[place - 1];
  const pair = [row.pair, ...row.otherPairs][place - 1];
  return reference && pair && { ...bestVariant(reference, pair), place, count: references.length };
}

function rankOf(pair: InternedPair): readonly number[] {
  return [
    Number(isSameSequence(pair)),
    Number(isSubsequence(pair)),
    Number(isCovered(pair)),
    f1Of(pair),
    -editShare(pair),
  ];
}

function isAbove(rank: readonly number[], other: readonly number[]): boolean {
  const place = rank.findIndex((value, i) => value !== other[i]);
  return place >= 0 && (rank[place] as number) > (other[place] as number);
}

/** Whether a slot is an optional call that was not made, which is no difference. */
export function isSkippedSlot(slot: Slot, pair: InternedPair): boolean {
  return slot.kind === 'missing' && pair.optional?.[slot.reference] === true;
}
