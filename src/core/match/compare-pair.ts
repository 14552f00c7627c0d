import { editDistance } from '#core/base/lists/edit-distance.ts';
import { commonPairs, commonSubsequenceLength } from '#core/base/lists/subsequence-bits.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { maximumMatching, partnersOf } from '#core/base/lists/maximum-matching.ts';
import {
  editShareInOrder,
  isMadeInOrder,
  isOrdered,
  isSameInOrder,
  lcsShareInOrder,
} from './patterns/order-search.ts';

/** Whether both lists are equal but for optional calls; true for two empty lists. */
export function isSameSequence(pair: InternedPair): boolean {
  const { prediction, reference, optional, counts } = pair;
  if (counts) return counts.isSame;
  if (isOrdered(pair)) {
    return isCovered(pair) && !partnersOf(pair).places.includes(-1) && isSameInOrder(pair);
  }
  if (optional) return isSameButOptional(pair, optional);
  if (prediction.length !== reference.length) return false;
  for (let i = 0; i < prediction.length; i++) {
    if (!isMatch(pair, prediction[i] as number, reference[i])) return false;
  }
  return true;
}

/** Whether the lists are equal for some choice of optional calls; follows all choices at once. */
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

/** Whether the reference without optional calls is a subsequence of the prediction. */
export function isSubsequence(pair: InternedPair): boolean {
  if (pair.counts) return pair.counts.isInOrder;
  if (isOrdered(pair)) return isCovered(pair) && isMadeInOrder(pair);
  return placeNotReached(pair) === undefined;
}

/** The place of the first required call not made in order; undefined when all are. */
export function placeNotReached(pair: InternedPair): number | undefined {
  const { prediction, reference, optional } = pair;
  // the earliest match is always the best one
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

/** Whether the prediction holds the required reference calls as a multiset. */
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

/** Precision, in [0,1]: the share of predicted calls found in the reference. Needs at least one. */
export function precisionOf(pair: InternedPair, duplicates: DuplicateRule): number {
  const { counts } = pair;
  if (counts) {
    const found = duplicates === 'multiset' ? counts.paired : counts.predictedFound;
    return found / counts.predicted;
  }
  const { prediction, reference, distinct, links, oneOfMany } = pair;
  if (duplicates === 'membership' && oneOfMany) return shareChosen(pair, oneOfMany);
  if (duplicates === 'multiset') return countOnes(foundOneToOne(pair)) / prediction.length;
  const isExpected = markIds(reference, distinct);
  // an id is linked to itself and to ids of the reference
  links?.forEach((others, id) => {
    if (others.size > 1) isExpected[id] = 1;
  });
  return countMarked(prediction, isExpected) / prediction.length;
}

/**
 * Recall, in [0,1]: the share of reference calls found in the prediction; needs at least one.
 * Optional calls that are not found do not count, so only optional ones and none made gives 1.
 */
export function recallOf(pair: InternedPair, duplicates: DuplicateRule): number {
  const { counts } = pair;
  if (counts) {
    const found = duplicates === 'multiset' ? counts.paired : counts.expectedFound;
    return found / counts.expected;
  }
  const { prediction, reference, distinct, links, optional } = pair;
  if (duplicates === 'membership' && !links && !optional && reference.length > 0) {
    return countMarked(reference, markIds(prediction, distinct)) / reference.length;
  }
  const found = duplicates === 'multiset' ? foundOneToOne(pair) : foundOnTheirOwn(pair);
  const made = countOnes(found);
  const expected = expectedCalls(pair, found);
  return expected === 0 ? 1 : made / expected;
}

/** The harmonic mean of precision and recall over multisets; 1 for two empty lists. */
export function f1Of(pair: InternedPair): number {
  const { counts } = pair;
  if (counts) return f1Share(counts.paired, counts.predicted + counts.expected);
  const found = foundOneToOne(pair);
  return f1Share(countOnes(found), pair.prediction.length + expectedCalls(pair, found));
}

function f1Share(paired: number, calls: number): number {
  return calls === 0 ? 1 : (2 * paired) / calls;
}

/** The longest common subsequence as a share of the longer list; 1 for two empty lists. */
export function lcsShare(pair: InternedPair): number {
  if (isOrdered(pair)) return lcsShareInOrder(pair);
  const shares = withAndWithoutOptional(pair).map((variant) => {
    const longer = longerOf(variant);
    return longer === 0 ? 1 : commonSubsequenceLength(variant) / longer;
  });
  return Math.max(...shares);
}

/** The edit distance as a share of the longer list; 0 for two empty lists. */
export function editShare(pair: InternedPair): number {
  if (isOrdered(pair)) return editShareInOrder(pair);
  const shares = withAndWithoutOptional(pair).map((variant) => {
    const longer = longerOf(variant);
    return longer === 0 ? 0 : editDistance(variant) / longer;
  });
  return Math.min(...shares);
}

function longerOf({ prediction, reference }: InternedPair): number {
  return Math.max(prediction.length, reference.length);
}

/**
 * The pair and, where calls are optional, the pair without optional calls that are not made in
 * order.
 */
function withAndWithoutOptional(pair: InternedPair): InternedPair[] {
  const { prediction, reference, distinct, links, optional } = pair;
  if (!optional) return [pair];
  const made = new Set(commonPairs(pair).map(([place]) => place));
  const kept = reference.filter((_, i) => made.has(i) || optional[i] !== true);
  const shorter = { prediction, reference: kept, distinct };
  return [pair, links ? { ...shorter, links } : shorter];
}

/** The number of reference calls without optional ones that are not found. */
function expectedCalls({ optional }: InternedPair, found: Uint8Array): number {
  if (!optional) return found.length;
  return found.reduce((sum, isFound, i) => sum + (isFound === 1 || !optional[i] ? 1 : 0), 0);
}

/**
 * The share of predicted calls found when each pattern stands for one call at a time. The calls
 * made most often are chosen first as long as each can have its own pattern; greedy is optimal
 * because the sets that can are the independent sets of a matroid.
 */
function shareChosen(pair: InternedPair, oneOfMany: ReadonlySet<number>): number {
  const { prediction, reference } = pair;
  const { matched, places: partners } = partnersOf(pair);
  const counts = new Map<number, number>();
  let isSure = true;
  let most = 0;
  for (const [made, id] of prediction.entries()) {
    if (matched.starts[id] === matched.starts[id + 1]) continue;
    counts.set(id, (counts.get(id) ?? 0) + 1);
    if (partners[made] === -1) isSure = false;
    most++;
  }
  if (isSure) return most / prediction.length;
  const isPlain = reference.map((id) => !oneOfMany.has(id));
  let found = 0;
  const open: { readonly count: number; readonly places: Uint32Array }[] = [];
  for (const [id, count] of counts) {
    const places = matched.items.subarray(matched.starts[id], matched.starts[id + 1]);
    if (places.some((place) => isPlain[place] === true)) found += count;
    else open.push({ count, places });
  }
  open.sort((a, b) => b.count - a.count);
  const chosen = chooseFirst(
    open.map(({ places }) => places),
    reference.length,
  );
  for (const [at, { count }] of open.entries()) if (chosen[at] === true) found += count;
  return found / prediction.length;
}

/** Chooses lists that get their own place, preferring the first ones. */
function chooseFirst(lists: readonly Uint32Array[], placeCount: number): boolean[] {
  if (!maximumMatching(lists, placeCount).includes(-1)) return lists.map(() => true);
  const chosen: (Uint32Array | readonly number[])[] = lists.map(() => []);
  let places: Int32Array = new Int32Array(lists.length).fill(-1);
  return lists.map((list, at) => {
    chosen[at] = list;
    // augmenting never loses a place: a list that has one keeps it
    places = maximumMatching(chosen, placeCount, places);
    const hasPlace = places[at] !== -1;
    if (!hasPlace) chosen[at] = [];
    return hasPlace;
  });
}

/** Marks the reference places matched by any predicted call. */
function foundOnTheirOwn({ prediction, reference, distinct, links }: InternedPair): Uint8Array {
  const isMade = markIds(prediction, distinct);
  if (links) for (const id of prediction) for (const other of links[id] ?? []) isMade[other] = 1;
  const found = new Uint8Array(reference.length);
  for (let i = 0; i < found.length; i++) found[i] = isMade[reference[i] as number] as number;
  return found;
}

/** Marks the reference places of a maximum pairing with predicted calls, required ones first. */
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
  const found = new Uint8Array(pair.reference.length);
  for (const place of partnersOf(pair).places) if (place >= 0) found[place] = 1;
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

/** How repeated calls count in precision and recall. */
export type DuplicateRule = 'membership' | 'multiset';
