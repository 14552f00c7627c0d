import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { matchPlaces, type MatchPlaces } from '#core/base/lists/maximum-matching.ts';
import { maximumMatching } from '#core/base/lists/maximum-matching.ts';

/** A maximum matching of predicted calls with places of the reference. */
export interface Partners {
  readonly matched: MatchPlaces;
  /** By predicted call: its place in the reference; −1 for none. */
  readonly places: Int32Array;
}

/** Several metrics of a row need the same matching. */
const KNOWN = new WeakMap<InternedPair, Partners>();

/**
 * Pairs predicted calls one to one with matching reference calls: first as many required ones as
 * possible, then as many as possible in all.
 */
export function partnersOf(pair: InternedPair): Partners {
  const known = KNOWN.get(pair);
  if (known) return known;
  const { prediction, reference, optional } = pair;
  const matched = matchPlaces(pair);
  const edges = prediction.map((id) =>
    matched.items.subarray(matched.starts[id], matched.starts[id + 1]),
  );
  // augmenting never loses a partner, so required calls lose nothing to optional ones
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
