import type { Slot } from './align.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { editShare, f1Of, isCovered, isSameSequence, isSubsequence } from './compare-pair.ts';
import type { CallMatcher } from './call-matcher.ts';
import { bestOrder, isOrdered, TooManyWays, type OrderedPair } from './patterns/order-search.ts';

/** The reference that a row's prediction comes closest to. */
export interface BestReference {
  readonly reference: Trajectory;
  readonly pair: InternedPair;
  /** Its 1-based place among the acceptable references. */
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
  /** The reference that is shown; undefined where a side has no list. */
  readonly best: BestReference | undefined;
  readonly matcher: CallMatcher;
}

/**
 * Finds the acceptable reference that a prediction comes closest to: one it matches exactly, else
 * in order, else in any order, else the one with the highest F1 and then the fewest edits.
 * @returns the reference, of equally close ones the first; undefined unless both sides have a list
 */
export function bestReference(row: ScoredRow): BestReference | undefined {
  if (row.pair === null || row.reference.state !== 'calls') return undefined;
  const references = [row.reference.calls, ...row.otherReferences.map(({ calls }) => calls)];
  const pairs = [row.pair, ...row.otherPairs];
  const count = references.length;
  const all = references.map((reference, index) =>
    bestWay(reference, pairs[index] as InternedPair),
  );
  let [best] = all as [Way];
  let place = 1;
  if (count > 1) {
    let bestRank = rankOf(best.pair);
    for (const [index, way] of all.entries()) {
      const rank = rankOf(way.pair);
      if (!isAbove(rank, bestRank)) continue;
      best = way;
      place = index + 1;
      bestRank = rank;
    }
  }
  return { ...best, place, count };
}

type Way = Pick<BestReference, 'reference' | 'pair'>;

/**
 * Of all that a reference with patterns stands for, the list of steps that the prediction comes
 * closest to, in an order that is allowed. Any other reference is what it is.
 */
function bestWay(reference: Trajectory, pair: InternedPair): Way {
  // a pair of counts finds its lists only when asked for them: it is handed on as it is
  if (pair.ways === undefined) return { reference, pair };
  const { ways, ...alone } = pair;
  const [first, ...others] = ways;
  if (!first) return { reference, pair: alone };
  let best = inOrder(reference, first);
  if (others.length === 0) return best;
  let bestRank: readonly number[] | undefined;
  for (const way of closestOf([first, ...others])) {
    const other = inOrder(reference, way);
    const rank = rankOf(other.pair);
    if (!bestRank || isAbove(rank, bestRank)) [best, bestRank] = [other, rank];
    if (bestRank[0] === 1) break;
  }
  return best;
}

/** The most ways that are put in order. */
const MOST_ORDERED = 16;

/** The ways that a prediction comes closest to, as far as that can be said without an order. */
function closestOf(ways: readonly InternedPair[]): InternedPair[] {
  if (ways.length <= MOST_ORDERED) return [...ways];
  const known = ways.map((way) => {
    const isSame = isSure(isSameSequence, way);
    const isInOrder = isSame || isSure(isSubsequence, way);
    return { way, rank: [Number(isSame), Number(isInOrder), Number(isCovered(way)), f1Of(way)] };
  });
  known.sort((a, b) => (isAbove(a.rank, b.rank) ? -1 : Number(isAbove(b.rank, a.rank))));
  return known.slice(0, MOST_ORDERED).map(({ way }) => way);
}

function isSure(test: (way: InternedPair) => boolean, way: InternedPair): boolean {
  try {
    return test(way);
  } catch (error) {
    if (!(error instanceof TooManyWays)) throw error;
    return false;
  }
}

function inOrder(reference: Trajectory, way: InternedPair): Way {
  const { before: _, listed, ...rest } = way;
  const order = isOrdered(way) ? orderOf(way) : [...way.reference.keys()];
  const optional = way.optional && order.map((place) => way.optional?.[place] === true);
  return {
    reference: order.map((place) => reference[listed?.[place] ?? place] as ToolCall),
    pair: {
      ...rest,
      reference: order.map((place) => way.reference[place] as number),
      ...(optional ? { optional } : {}),
    },
  };
}

function orderOf(way: OrderedPair): number[] {
  try {
    return bestOrder(way);
  } catch (error) {
    if (!(error instanceof TooManyWays)) throw error;
    // too many to find the best: the places are listed in an order that is allowed
    return [...way.reference.keys()];
  }
}

/** The acceptable reference at a place, from 1; undefined without it, or without a prediction. */
export function referenceAt(row: ScoredRow, place: number): BestReference | undefined {
  if (row.pair === null || row.reference.state !== 'calls') return undefined;
  const references = [row.reference.calls, ...row.otherReferences.map(({ calls }) => calls)];
  const reference = references[place - 1];
  const pair = [row.pair, ...row.otherPairs][place - 1];
  return reference && pair && { ...bestWay(reference, pair), place, count: references.length };
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

/** Whether a slot is an optional call that was not made: no difference. */
export function isSkippedSlot(slot: Slot, pair: InternedPair): boolean {
  return slot.kind === 'missing' && pair.optional?.[slot.reference] === true;
}
