import { editDistance } from '#core/base/lists/edit-distance.ts';
import { matchPlaces } from '#core/base/lists/match-places.ts';
import { commonPairs, commonSubsequenceLength } from '#core/base/lists/subsequence-bits.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { maximumMatching } from '#core/base/lists/maximum-matching.ts';

/**
 * Whether the prediction is the reference, call by call; optional calls may be left out.
 * @returns true for two empty lists
 */
export function isSameSequence(pair: InternedPair): boolean {
  const { prediction, reference, optional, counts } = pair;
  if (counts) return counts.isSame;
  if (optional) return isSameButOptional(pair, optional);
  if (prediction.length !== reference.length) return false;
  for (let i = 0; i < prediction.length; i++) {
    if (!isMatch(pair, prediction[i] as number, reference[i])) return false;
  }
  return true;
}

/** Follows every way of leaving optional calls out at once: the set of calls reached so far. */
function isSameButOptional(pair: InternedPair, optional: readonly boolean[]): boolean {
  const { prediction, reference } = pair;
  const passOptional = (places: Iterable<number>): Set<number> => {
    const reached = new Set(places);
    for (const place of reached) if (optional[place] === true) reached.add(place + 1);
    return reached;
  };
  let reached = passOptional([0]);
  for (const id of prediction) {
    const matched = [...reached].filter((place) => isMatch(pair, id, reference[place]));
    reached = passOptional(matched.map((place) => place + 1));
  }
  return reached.has(reference.length);
}

/**
 * Whether the required reference calls are all made in order.
 * @returns whether the reference is a subsequence of the prediction
 */
export function isSubsequence(pair: InternedPair): boolean {
  return pair.counts?.isInOrder ?? placeNotReached(pair) === undefined;
}

/**
 * Finds the first required reference call that is not made in order.
 * @returns its place in the reference; undefined when all are made in order
 */
export function placeNotReached(pair: InternedPair): number | undefined {
  const { prediction, reference, optional } = pair;
  // the earliest match is never the worse one, whatever matches what
  let next = nextRequired(0, optional);
  for (const id of prediction) {
    if (isMatch(pair, id, reference[next])) next = nextRequired(next + 1, optional);
  }
  return next < reference.length ? next : undefined;
}

function nextRequired(place: number, optional: readonly boolean[] | undefined): number {
  let next = place;
  while (optional?.[next] === true) next++;
  return next;
}

function isMatch({ links }: InternedPair, made: number, expected: number | undefined): boolean {
  if (made === expected) return true;
  return links !== undefined && expected !== undefined && (links[made]?.has(expected) ?? false);
}

/**
 * Whether the required reference calls are all made, each by its own call.
 * @returns whether the prediction holds the reference as a multiset
 */
export function isCovered(pair: InternedPair): boolean {
  if (pair.counts) return pair.counts.paired === pair.counts.expected;
  const { prediction, reference, optional } = pair;
  if (!optional && prediction.length < reference.length) return false;
  const found = foundOneToOne(pair);
  for (let i = 0; i < found.length; i++) {
    if (found[i] === 0 && optional?.[i] !== true) return false;
  }
  return true;
}

/**
 * The share of predicted calls that are found in the reference.
 * @param pair both lists as ids; the prediction must not be empty
 * @param duplicates `membership` looks every call up on its own; `multiset` uses a call once
 * @returns a share in [0,1]
 */
export function precisionOf(pair: InternedPair, duplicates: DuplicateRule): number {
  const { counts } = pair;
  if (counts) {
    const found = duplicates === 'multiset' ? counts.paired : counts.predictedFound;
    return found / counts.predicted;
  }
  const { prediction, reference, distinct, links } = pair;
  if (duplicates === 'multiset') return countOnes(foundOneToOne(pair)) / prediction.length;
  const isExpected = markIds(reference, distinct);
  // an id is linked to itself and to calls of the reference
  links?.forEach((others, id) => {
    if (others.size > 1) isExpected[id] = 1;
  });
  return countMarked(prediction, isExpected) / prediction.length;
}

/**
 * The share of reference calls that are found in the prediction. Optional calls that are not found
 * do not count.
 * @param pair both lists as ids; the reference must not be empty
 * @param duplicates `membership` looks every call up on its own; `multiset` uses a call once
 * @returns a share in [0,1]; 1 when only optional calls are expected and none is made
 */
export function recallOf(pair: InternedPair, duplicates: DuplicateRule): number {
  const { counts } = pair;
  if (counts) {
    const found = duplicates === 'multiset' ? counts.paired : counts.expectedFound;
    return found / counts.expected;
  }
  const { prediction, reference, distinct, links, optional } = pair;
  if (duplicates === 'membership' && !links && !optional) {
    return countMarked(reference, markIds(prediction, distinct)) / reference.length;
  }
  const found = duplicates === 'multiset' ? foundOneToOne(pair) : foundOnTheirOwn(pair);
  const made = countOnes(found);
  const expected = expectedCalls(pair, found);
  return expected === 0 ? 1 : made / expected;
}

/**
 * The harmonic mean of precision and recall, each call used once.
 * @param pair both lists as ids; not both empty
 * @returns a share in [0,1]
 */
export function f1Of(pair: InternedPair): number {
  const { counts } = pair;
  if (counts) return f1Share(counts.paired, counts.predicted + counts.expected);
  const found = foundOneToOne(pair);
  return f1Share(countOnes(found), pair.prediction.length + expectedCalls(pair, found));
}

function f1Share(paired: number, calls: number): number {
  return calls === 0 ? 1 : (2 * paired) / calls;
}

/**
 * The longest common subsequence as a share of the longer list.
 * @returns a share in [0,1]; 1 for two empty lists
 */
export function lcsShare(pair: InternedPair): number {
  const shares = variantsOf(pair).map((variant) => {
    const longer = longerOf(variant);
    return longer === 0 ? 1 : commonSubsequenceLength(variant) / longer;
  });
  return Math.max(...shares);
}

/**
 * The edit distance as a share of the longer list.
 * @returns a share in [0,1]; 0 for two empty lists
 */
export function editShare(pair: InternedPair): number {
  const shares = variantsOf(pair).map((variant) => {
    const longer = longerOf(variant);
    return longer === 0 ? 0 : editDistance(variant) / longer;
  });
  return Math.min(...shares);
}

function longerOf({ prediction, reference }: InternedPair): number {
  return Math.max(prediction.length, reference.length);
}

/** The pair as it is and, where calls are optional, without those that are not made in order. */
function variantsOf(pair: InternedPair): InternedPair[] {
  const { prediction, reference, distinct, links, optional } = pair;
  if (!optional) return [pair];
  const made = new Set(commonPairs(pair).map(([place]) => place));
  const kept = reference.filter((_, i) => made.has(i) || optional[i] !== true);
  const shorter = { prediction, reference: kept, distinct };
  return [pair, links ? { ...shorter, links } : shorter];
}

/** Reference calls without the optional ones that are not found. */
function expectedCalls({ optional }: InternedPair, found: Uint8Array): number {
  if (!optional) return found.length;
  return found.reduce((sum, isFound, i) => sum + (isFound === 1 || !optional[i] ? 1 : 0), 0);
}

/** Marks the reference places that some predicted call matches. */
function foundOnTheirOwn({ prediction, reference, distinct, links }: InternedPair): Uint8Array {
  const isMade = markIds(prediction, distinct);
  if (links) for (const id of prediction) for (const other of links[id] ?? []) isMade[other] = 1;
  const found = new Uint8Array(reference.length);
  for (let i = 0; i < found.length; i++) found[i] = isMade[reference[i] as number] as number;
  return found;
}

/** Marks as many reference places as predicted calls can be paired with, required ones first. */
function foundOneToOne(pair: InternedPair): Uint8Array {
  const { prediction, reference, distinct, links, optional } = pair;
  if (links) return foundByMatching(pair);
  const left = new Uint32Array(distinct);
  for (const id of prediction) left[id] = (left[id] as number) + 1;
  const found = new Uint8Array(reference.length);
  takeCalls(reference, left, found, (i) => optional?.[i] !== true);
  if (optional) takeCalls(reference, left, found, (i) => optional[i] === true);
  return found;
}

function takeCalls(
  reference: readonly number[],
  left: Uint32Array,
  found: Uint8Array,
  isWanted: (place: number) => boolean,
): void {
  for (let i = 0; i < reference.length; i++) {
    const id = reference[i] as number;
    if (left[id] === 0 || !isWanted(i)) continue;
    left[id] = (left[id] as number) - 1;
    found[i] = 1;
  }
}

function foundByMatching(pair: InternedPair): Uint8Array {
  const { prediction, reference, optional } = pair;
  const { starts, items } = matchPlaces(pair);
  const edges = prediction.map((id) => items.subarray(starts[id], starts[id + 1]));
  // a call that has a partner keeps one, so the required calls lose nothing to the optional ones
  const required = optional
    ? maximumMatching(
        edges.map((places) => places.filter((place) => optional[place] !== true)),
        reference.length,
      )
    : undefined;
  const found = new Uint8Array(reference.length);
  for (const place of maximumMatching(edges, reference.length, required)) {
    if (place >= 0) found[place] = 1;
  }
  return found;
}

function markIds(ids: readonly number[], distinct: number): Uint8Array {
  const isMarked = new Uint8Array(distinct);
  for (const id of ids) isMarked[id] = 1;
  return isMarked;
}

function countMarked(ids: readonly number[], isMarked: Uint8Array): number {
  let count = 0;
  for (const id of ids) count += isMarked[id] as number;
  return count;
}

function countOnes(marks: Uint8Array): number {
  let count = 0;
  for (const mark of marks) count += mark;
  return count;
}

/** How a call that is made or expected several times counts in precision and recall. */
export type DuplicateRule = 'membership' | 'multiset';
