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
  const joinedStarts = new Uint32Array(links.length + 1);
  for (const [id, others] of links.entries()) {
    let count = joinedStarts[id] as number;
    for (const other of others) count += (starts[other + 1] as number) - (starts[other] as number);
    joinedStarts[id + 1] = count;
  }
  const joined = new Uint32Array(joinedStarts[links.length] as number);
  for (const [id, others] of links.entries()) {
    let at = joinedStarts[id] as number;
    for (const other of others) {
      for (let from = starts[other] as number; from < (starts[other + 1] as number); from++) {
        joined[at++] = items[from] as number;
      }
    }
    if (others.size > 1) joined.subarray(joinedStarts[id], at).sort();
  }
  return { starts: joinedStarts, items: joined };
}
