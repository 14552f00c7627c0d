import { matchPlaces } from '#core/alignment/match-places.ts';
import { commonPairs } from '#core/alignment/subsequence-bits.ts';
import type { InternedPair } from '#core/trajectory/intern-calls.ts';
import { maximumMatching } from './maximum-matching.ts';

/**
 * Gives matched calls the same id, so that what works on ids alone (the alignment of a row) shows
 * calls that rules allow as equal: first those matched in common order, then as many others as can be.
 * @param pair both lists as ids
 * @returns the pair with links used up; the same pair where there are none
 */
export function unifyMatches(pair: InternedPair): InternedPair {
  const { prediction, reference, links, optional } = pair;
  if (!links) return pair;
  const { starts, items } = matchPlaces(pair);
  const taken = new Int32Array(prediction.length).fill(-1);
  const isTaken = new Uint8Array(reference.length);
  for (const [expected, made] of commonPairs(pair)) {
    taken[made] = expected;
    isTaken[expected] = 1;
  }
  const edges = prediction.map((id, made) =>
    taken[made] === -1
      ? items.subarray(starts[id], starts[id + 1]).filter((place) => isTaken[place] === 0)
      : [],
  );
  const others = maximumMatching(edges, reference.length);
  // every reference call has an id of its own, every call that is not matched a further one
  let distinct = reference.length;
  const unified = prediction.map((_, made) => {
    const place = taken[made] === -1 ? (others[made] as number) : (taken[made] as number);
    return place === -1 ? distinct++ : place;
  });
  const places = reference.map((_, place) => place);
  return { prediction: unified, reference: places, distinct, ...(optional ? { optional } : {}) };
}
