import type { InternedPair } from './interned-pair.ts';

/**
 * Where each predicted id is matched in the reference: the places of id `i` are `items[starts[i]] …
 * items[starts[i + 1] - 1]`, rising.
 */
export interface MatchPlaces {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Lists the reference places that each predicted id matches. */
export function matchPlaces(pair: InternedPair): MatchPlaces {
  const { reference, distinct, links } = pair;
  const starts = new Uint32Array(distinct + 1);
  for (const id of reference) starts[id + 1] = (starts[id + 1] as number) + 1;
  for (let id = 0; id < distinct; id++) {
    starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  }
  const next = starts.slice();
  const items = new Uint32Array(reference.length);
  for (let place = 0; place < reference.length; place++) {
    const id = reference[place] as number;
    const at = next[id] as number;
    items[at] = place;
    next[id] = at + 1;
  }
  return links ? joinLinked({ starts, items }, links) : { starts, items };
}

/** The places of every linked id together, rising. */
function joinLinked(
  { starts, items }: MatchPlaces,
  links: readonly ReadonlySet<number>[],
): MatchPlaces {
  const joined = links.map((ids) => {
    const places = [...ids].flatMap((id) => [...items.subarray(starts[id], starts[id + 1])]);
    return places.sort((a, b) => a - b);
  });
  const joinedStarts = new Uint32Array(links.length + 1);
  for (const [id, places] of joined.entries()) {
    joinedStarts[id + 1] = (joinedStarts[id] as number) + places.length;
  }
  return { starts: joinedStarts, items: Uint32Array.from(joined.flat()) };
}
