import type { Slot } from './align.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { editShare, f1Of, isCovered, isSameSequence, isSubsequence } from './compare-pair.ts';
import type { CallMatcher } from './match-calls.ts';

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
  let best = { reference: row.reference.calls, pair: row.pair, place: 1, count };
  if (count === 1) return best;
  let bestRank = rankOf(row.pair);
  for (const [index, reference] of references.entries()) {
    const pair = pairs[index];
    const rank = pair && rankOf(pair);
    if (!pair || !rank || !isAbove(rank, bestRank)) continue;
    best = { reference, pair, place: index + 1, count };
    bestRank = rank;
  }
  return best;
}

/**
 * Picks one of the acceptable references.
 * @param place its place among them, from 1
 * @returns the reference; undefined where there is none at that place, or no prediction
 */
export function referenceAt(row: ScoredRow, place: number): BestReference | undefined {
  if (row.pair === null || row.reference.state !== 'calls') return undefined;
  const references = [row.reference.calls, ...row.otherReferences.map(({ calls }) => calls)];
  const reference = references[place - 1];
  const pair = [row.pair, ...row.otherPairs][place - 1];
  return reference && pair && { reference, pair, place, count: references.length };
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
