import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { matchPlaces, type MatchPlaces } from '#core/base/lists/maximum-matching.ts';
import { maximumMatching } from '#core/base/lists/maximum-matching.ts';

/** Which calls of a pair with links match which places, and the most that can be paired. */
export interface Partners {
  readonly matched: MatchPlaces;
  /** By predicted call: its place in the reference; −1 where it has none. */
  readonly places: Int32Array;
}

/** Several metrics of a row ask for the same. */
const KNOWN = new WeakMap<InternedPair, Partners>();

/**
 * Pairs as many predicted calls as possible with one reference call each that they match, required
 * ones first: no pairing has more required ones, and none has more in all.
 */
export function partnersOf(pair: InternedPair): Partners {
  const known = KNOWN.get(pair);
  if (known) return known;
  const { prediction, reference, optional } = pair;
  const matched = matchPlaces(pair);
  const edges = prediction.map((id) =>
    matched.items.subarray(matched.starts[id], matched.starts[id + 1]),
  );
  // a call that has a partner keeps one, so the required calls lose nothing to the optional ones
  const required = optional
    ? maximumMatching(
        edges.map((places) => places.filter((place) => optional[place] !== true)),
        reference.length,
      )
    : undefined;
  const partners = { matched, places: maximumMatching(edges, reference.length, required) };
  KNOWN.set(pair, partners);
  return partners;
}
