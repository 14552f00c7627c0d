import type { InternedPair } from './interned-pair.ts';

const FREE = -1;

/** A maximum matching by Hopcroft–Karp: the partner of each left node, −1 without one. */
export function maximumMatching(
  edges: readonly ArrayLike<number>[],
  rightCount: number,
  partners?: Int32Array,
): Int32Array {
  const ofLeft = partners?.slice() ?? new Int32Array(edges.length).fill(FREE);
  const ofRight = new Int32Array(rightCount).fill(FREE);
  for (const [left, right] of ofLeft.entries()) if (right !== FREE) ofRight[right] = left;
  pairAtOnce(edges, ofLeft, ofRight);
  const search = new PathSearch(edges, ofLeft, ofRight);
  while (search.layer()) {
    for (let left = 0; left < edges.length; left++) {
      if (ofLeft[left] === FREE) search.augment(left);
    }
  }
  return ofLeft;
}

/** Matches greedily; most matchings are already maximum then. */
function pairAtOnce(
  edges: readonly ArrayLike<number>[],
  ofLeft: Int32Array,
  ofRight: Int32Array,
): void {
  for (let left = 0; left < edges.length; left++) {
    const nodes = edges[left] as ArrayLike<number>;
    for (let i = 0; i < nodes.length && ofLeft[left] === FREE; i++) {
      const right = nodes[i] as number;
      if (ofRight[right] !== FREE) continue;
      ofRight[right] = left;
      ofLeft[left] = right;
    }
  }
}

class PathSearch {
  readonly #edges: readonly ArrayLike<number>[];
  readonly #ofLeft: Int32Array;
  readonly #ofRight: Int32Array;
  /** Distance from a free left node; −1 where unreachable. */
  readonly #levels: Int32Array;
  /** The next edge to try. */
  readonly #next: Int32Array;

  constructor(edges: readonly ArrayLike<number>[], ofLeft: Int32Array, ofRight: Int32Array) {
    this.#edges = edges;
    this.#ofLeft = ofLeft;
    this.#ofRight = ofRight;
    this.#levels = new Int32Array(edges.length);
    this.#next = new Int32Array(edges.length);
  }

  /** Computes the distances from free left nodes; returns whether a free right one is reachable. */
  layer(): boolean {
    this.#levels.fill(-1);
    this.#next.fill(0);
    const queue: number[] = [];
    for (let left = 0; left < this.#edges.length; left++) {
      if (this.#ofLeft[left] !== FREE) continue;
      this.#levels[left] = 0;
      queue.push(left);
    }
    let isInReach = false;
    for (let at = 0; at < queue.length; at++) {
      const left = queue[at] as number;
      const nodes = this.#edges[left] as ArrayLike<number>;
      for (let i = 0; i < nodes.length; i++) {
        const taker = this.#ofRight[nodes[i] as number] as number;
        if (taker === FREE) isInReach = true;
        else if ((this.#levels[taker] as number) < 0) {
          this.#levels[taker] = (this.#levels[left] as number) + 1;
          queue.push(taker);
        }
      }
    }
    return isInReach;
  }

  /** Matches a free left node if a shortest path leads to a free right node. */
  augment(root: number): void {
    const path = [root];
    for (let left = path.at(-1); left !== undefined; left = path.at(-1)) {
      const nodes = this.#edges[left] as ArrayLike<number>;
      const at = this.#next[left] as number;
      if (at >= nodes.length) {
        this.#levels[left] = -1;
        path.pop();
        continue;
      }
      this.#next[left] = at + 1;
      const taker = this.#ofRight[nodes[at] as number] as number;
      if (taker === FREE) {
        this.#take(path);
        return;
      }
      if (this.#levels[taker] === (this.#levels[left] as number) + 1) path.push(taker);
    }
  }

  /** Matches every node of the path with the right node it tried last. */
  #take(path: readonly number[]): void {
    for (const left of path) {
      const right = (this.#edges[left] as ArrayLike<number>)[(this.#next[left] as number) - 1];
      this.#ofLeft[left] = right as number;
      this.#ofRight[right as number] = left;
    }
  }
}

/**
 * The reference places matched by each predicted id: those of id `i` are `items[starts[i]] …
 * items[starts[i + 1] - 1]`, ascending.
 */
export interface MatchPlaces {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Lists the reference places matched by each predicted id. */
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

/** The places of all linked ids, ascending. */
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
