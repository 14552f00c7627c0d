import {
  addBit,
  addBits,
  countBeyond,
  hasBit,
  holdsBits,
  noBits,
  sizeOf,
  type Bits,
} from '#core/base/lists/bits.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { Score } from '#core/calls/outcome.ts';
import { editDistance } from '#core/base/lists/edit-distance.ts';
import { partnersOf } from '#core/base/lists/maximum-matching.ts';

/** Thrown where a reference has too many variants to search in time. */
export class TooManyVariants extends Error {}

/**
 * The best score over all variants of a reference with patterns; other pairs are scored as they are.
 * @param best the better of two scores in [0,1]
 * @returns `too_many_ways` where a variant takes too long to score and no other has the best score
 */
export function bestOfVariants(
  pair: InternedPair,
  scoreOf: (pair: InternedPair) => Score,
  best: (a: number, b: number) => number,
): Score {
  const { variants } = pair;
  if (variants === undefined) return scoreOf(pair);
  const most = best(0, 1);
  let found: Score | undefined;
  for (const variant of variants) {
    const score = scoreInTime(variant, scoreOf);
    if (score === most) return score;
    if (found === undefined || score === 'too_many_ways') found = score;
    else if (typeof found === 'number' && typeof score === 'number') found = best(found, score);
  }
  return found ?? 'too_many_ways';
}

function scoreInTime(variant: InternedPair, scoreOf: (pair: InternedPair) => Score): Score {
  try {
    return scoreOf(variant);
  } catch (error) {
    if (error instanceof TooManyVariants) return 'too_many_ways';
    throw error;
  }
}

/** A pair whose reference is in partial order. */
export type OrderedPair = InternedPair & { readonly before: readonly Bits[] };

/** Whether the reference is in partial order. */
export function isOrdered(pair: InternedPair): pair is OrderedPair {
  return pair.before !== undefined;
}

/** The work allowed for one score over all variants; a row then takes 50 ms at most. */
const MAX_WORK = 120_000;
/** Edits cost more, and are counted only on demand. */
const MAX_EDIT_WORK = 250_000;
/** The work of creating a state; comparing two states is 1. */
const WORK_OF_STATE = 10;
/** The work of looking up a state. */
const WORK_OF_KEY = 40;

/** A search over the orders that a partially ordered reference allows. */
class Search {
  readonly count: number;
  readonly places: readonly (readonly number[])[];
  readonly before: readonly Bits[];
  readonly required: Bits;
  readonly optional: Bits;
  readonly requiredCount: number;
  /** By place: the equal place that must be taken first; −1 for none. */
  readonly #twins: Int32Array;
  #left: number;

  constructor(pair: OrderedPair, mostWork = MAX_WORK) {
    const { prediction, reference, before, optional } = pair;
    this.#left = mostWork / (pair.variantCount ?? 1);
    this.spend(reference.length * WORK_OF_STATE);
    const { starts, items } = partnersOf(pair).matched;
    this.count = reference.length;
    this.before = before;
    this.places = prediction.map((id) => [...items.subarray(starts[id], starts[id + 1])]);
    this.required = noBits(this.count);
    this.optional = noBits(this.count);
    for (let place = 0; place < this.count; place++) {
      addBit(optional?.[place] === true ? this.optional : this.required, place);
    }
    this.requiredCount = sizeOf(this.required);
    this.#twins = findTwins(pair);
  }

  spend(work: number): void {
    this.#left -= work;
    if (this.#left < 0) throw new TooManyVariants();
  }

  /** The free places that a call matches, of equal ones only the first. */
  takeable(made: number, taken: Bits): number[] {
    const places = this.places[made] ?? [];
    this.spend(places.length);
    return places.filter((place) => this.isNext(place, taken));
  }

  /** Whether a place is free and no equal one must be taken first. */
  isNext(place: number, taken: Bits): boolean {
    if (hasBit(taken, place)) return false;
    const twin = this.#twins[place] as number;
    return twin < 0 || hasBit(taken, twin);
  }

  /** The places taken or passed over after a place is taken. */
  take(taken: Bits, place: number): Bits {
    this.spend(WORK_OF_STATE);
    const next = taken.slice();
    addBits(next, this.before[place] as Bits);
    addBit(next, place);
    return next;
  }
}

/** Chains places with the same call, predecessors and successors: each waits for the one before. */
function findTwins({ reference, before, optional }: OrderedPair): Int32Array {
  const twins = new Int32Array(reference.length).fill(-1);
  const last = new Map<string, number>();
  const counts = new Map<number, number>();
  for (const id of reference) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [place, id] of reference.entries()) {
    if (counts.get(id) === 1) continue;
    const after = noBits(reference.length);
    for (const [other, earlier] of before.entries()) {
      if (hasBit(earlier, place)) addBit(after, other);
    }
    const kind = [id, optional?.[place] === true, before[place], after].join(';');
    twins[place] = last.get(kind) ?? -1;
    last.set(kind, place);
  }
  return twins;
}

/**
 * The matches of a maximum pairing, where the reference happens to allow its order: then no search
 * is needed. Undefined otherwise.
 */
function partnersInOrder(pair: OrderedPair): CommonOrder | undefined {
  const { before, optional } = pair;
  const passed = noBits(pair.reference.length);
  const matches: [number, number][] = [];
  let required = 0;
  for (const [made, place] of partnersOf(pair).places.entries()) {
    if (place === -1) continue;
    if (hasBit(passed, place)) return undefined;
    addBits(passed, before[place] as Bits);
    addBit(passed, place);
    matches.push([place, made]);
    if (optional?.[place] !== true) required++;
  }
  return { matches, required };
}

/**
 * Whether the prediction is one of the reference's sequences.
 * @param pair a pair in which every call and every required place has a partner
 */
export function isSameInOrder(pair: OrderedPair): boolean {
  if (partnersInOrder(pair)) return true;
  const search = new Search(pair);
  let reached = new Map<string, Bits>([['', noBits(search.count)]]);
  for (const made of pair.prediction.keys()) {
    const next = new Map<string, Bits>();
    for (const taken of reached.values()) {
      for (const place of search.takeable(made, taken)) {
        // optional places before it are passed over, required ones cannot be
        if (!holdsBits(taken, search.before[place] as Bits, search.optional)) continue;
        search.spend(WORK_OF_KEY);
        const state = search.take(taken, place);
        next.set(state.join(), state);
      }
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return [...reached.values()].some((taken) => holdsBits(taken, search.required));
}

/**
 * Whether one of the reference's sequences is a subsequence of the prediction.
 * @param pair a pair in which every required place has a partner
 */
export function isMadeInOrder(pair: OrderedPair): boolean {
  if (partnersInOrder(pair)) return true;
  const search = new Search(pair);
  let reached = [noBits(search.count)];
  for (const made of pair.prediction.keys()) {
    const next: Bits[] = [];
    for (const taken of reached) {
      const places = search
        .takeable(made, taken)
        .filter(
          (place) =>
            hasBit(search.required, place) &&
            holdsBits(taken, search.before[place] as Bits, search.optional),
        );
      // taking a place is never worse than passing the call over
      const states =
        places.length === 0 ? [taken] : places.map((place) => search.take(taken, place));
      for (const state of states) {
        search.spend(next.length);
        if (next.some((other) => holdsBits(other, state))) continue;
        next.push(state);
      }
    }
    reached = next;
  }
  return reached.some((taken) => holdsBits(taken, search.required));
}

/** A common subsequence of the prediction and a partially ordered reference. */
interface CommonOrder {
  /** Places with the calls that match them, in the order of the calls. */
  readonly matches: readonly (readonly [place: number, made: number])[];
  /** The number of required places. */
  readonly required: number;
}

interface Chain {
  readonly taken: Bits;
  readonly required: number;
  readonly optional: number;
  readonly last:
    { readonly place: number; readonly made: number; readonly chain: Chain } | undefined;
}

/**
 * The best common subsequences of the prediction with the reference's sequences, at least one: none
 * has both more required and more optional calls.
 */
function commonOrders(pair: OrderedPair): readonly CommonOrder[] {
  const known = FOUND.get(pair);
  if (known) return known;
  const sure = partnersInOrder(pair);
  const orders = sure ? [sure] : searchOrders(pair);
  FOUND.set(pair, orders);
  return orders;
}

/** Several scores of a row need the same search. */
const FOUND = new WeakMap<OrderedPair, readonly CommonOrder[]>();

function searchOrders(pair: OrderedPair): CommonOrder[] {
  const search = new Search(pair);
  const start = { taken: noBits(search.count), required: 0, optional: 0, last: undefined };
  let chains: Chain[] = [start];
  for (const made of pair.prediction.keys()) {
    const next: Chain[] = [];
    for (const chain of chains) {
      for (const place of search.takeable(made, chain.taken)) {
        const isRequired = hasBit(search.required, place);
        keepBest(search, next, {
          taken: search.take(chain.taken, place),
          required: chain.required + (isRequired ? 1 : 0),
          optional: chain.optional + (isRequired ? 0 : 1),
          last: { place, made, chain },
        });
      }
    }
    for (const chain of chains) keepBest(search, next, chain);
    chains = next;
  }
  return chains.map((chain) => ({ matches: matchesOf(chain), required: chain.required }));
}

function matchesOf(end: Chain): (readonly [number, number])[] {
  const matches: (readonly [number, number])[] = [];
  for (let { last } = end; last; { last } = last.chain) matches.push([last.place, last.made]);
  return matches.reverse();
}

/** Keeps a chain unless another one is at least as good. */
function keepBest(search: Search, chains: Chain[], chain: Chain): void {
  search.spend(2 * chains.length);
  for (let i = chains.length - 1; i >= 0; i--) {
    const other = chains[i] as Chain;
    if (isAsGood(search, other, chain)) return;
    if (isAsGood(search, chain, other)) chains.splice(i, 1);
  }
  chains.push(chain);
}

/**
 * Whether a chain stays ahead even where it misses every place that only the other can still take.
 */
function isAsGood({ required, optional }: Search, chain: Chain, other: Chain): boolean {
  const lost = countBeyond(chain.taken, other.taken, required);
  if (chain.required - lost < other.required) return false;
  const left = countBeyond(chain.taken, other.taken, optional);
  return chain.optional - left >= other.optional;
}

/** The longest common subsequence as a share of the longer list. */
export function lcsShareInOrder(pair: OrderedPair): number {
  return shareOf(pair, bestShare(pair));
}

function shareOf(pair: OrderedPair, { matches, required }: CommonOrder): number {
  const longer = longerWith(pair, matches.length - required);
  return longer === 0 ? 1 : matches.length / longer;
}

/** The length of the longer list when so many optional places are kept. */
function longerWith({ prediction, reference, optional }: OrderedPair, kept: number): number {
  const left = optional?.filter(Boolean).length ?? 0;
  return Math.max(prediction.length, reference.length - left + kept);
}

function bestShare(pair: OrderedPair): CommonOrder {
  return commonOrders(pair).reduce((best, other) =>
    shareOf(pair, other) > shareOf(pair, best) ? other : best,
  );
}

/** All places in an allowed order in which as many calls as possible are made. */
export function bestOrder(pair: OrderedPair): number[] {
  const longest = commonOrders(pair).reduce((best, other) =>
    other.matches.length > best.matches.length ? other : best,
  );
  return orderAround(pair, longest);
}

/** Puts all places in an allowed order around the matched ones. */
function orderAround(pair: OrderedPair, { matches }: CommonOrder): number[] {
  const order: number[] = [];
  const isPut = noBits(pair.reference.length);
  const put = (place: number): void => {
    if (hasBit(isPut, place)) return;
    for (const earlier of pair.before.keys()) {
      if (hasBit(pair.before[place] as Bits, earlier) && !hasBit(isPut, earlier)) put(earlier);
    }
    addBit(isPut, place);
    order.push(place);
  };
  const { prediction, reference, optional } = pair;
  const placeOf = new Map(matches.map(([place, made]) => [made, place]));
  const matched = new Set(placeOf.values());
  const others = reference
    .map((_, place) => place)
    .filter((place) => !matched.has(place) && optional?.[place] !== true);
  for (const made of prediction.keys()) {
    // an unmatched call replaces a missing one, where one may come here
    const place =
      placeOf.get(made) ??
      others.find((other) => !hasBit(isPut, other) && holdsBits(isPut, pair.before[other] as Bits));
    if (place !== undefined) put(place);
  }
  for (const place of reference.keys()) put(place);
  return order;
}

/** The edit distance to the closest of the reference's sequences, as a share of the longer list. */
export function editShareInOrder(pair: OrderedPair): number {
  return sureEditShare(pair) ?? searchEdits(pair);
}

/**
 * The edit share, where the lower bound given by the longest common subsequence is reached;
 * undefined otherwise.
 */
function sureEditShare(pair: OrderedPair): number | undefined {
  const { prediction, distinct, links, optional } = pair;
  const best = bestShare(pair);
  const matched = new Set(best.matches.map(([place]) => place));
  const kept = orderAround(pair, best).filter(
    (place) => matched.has(place) || optional?.[place] !== true,
  );
  const reference = kept.map((place) => pair.reference[place] as number);
  const edits = editDistance({ prediction, reference, distinct, ...(links ? { links } : {}) });
  const longer = Math.max(prediction.length, reference.length);
  if (longer === 0) return 0;
  return edits === longer - matched.size ? edits / longer : undefined;
}

/** The transitions between sets of passed places, each by taking one place. */
interface Moves {
  /** By move; moves to a set come before moves from it. */
  readonly from: number[];
  readonly to: number[];
  readonly place: number[];
  /** The sets with all required places; 0 is the empty set. */
  readonly ends: number[];
  readonly count: number;
}

/** How many moves cost as much work as comparing two states. */
const MOVES_PER_WORK = 6;

/** Lists all reachable sets of passed places and the moves between them. */
function listMoves(search: Search, workOfMove: number): Moves {
  const moves: Moves & { count: number } = { from: [], to: [], place: [], ends: [], count: 1 };
  const bySize: Map<string, { readonly set: number; readonly taken: Bits }>[] = [];
  bySize[0] = new Map([['', { set: 0, taken: noBits(search.count) }]]);
  for (let size = 0; size <= search.count; size++) {
    for (const { set, taken } of bySize[size]?.values() ?? []) {
      search.spend(search.count / 2);
      if (holdsBits(taken, search.required)) moves.ends.push(set);
      for (let place = 0; place < search.count; place++) {
        if (!search.isNext(place, taken)) continue;
        if (!holdsBits(taken, search.before[place] as Bits, search.optional)) continue;
        search.spend(WORK_OF_KEY + workOfMove);
        const next = search.take(taken, place);
        const sets = (bySize[sizeOf(next)] ??= new Map());
        const key = next.join();
        let known = sets.get(key);
        if (!known) sets.set(key, (known = { set: moves.count++, taken: next }));
        moves.from.push(set);
        moves.to.push(known.set);
        moves.place.push(place);
      }
    }
  }
  return moves;
}

/**
 * Edit distance by call, set of passed places, and number of optional places kept, which lengthen
 * the list.
 */
function searchEdits(pair: OrderedPair): number {
  const search = new Search(pair, MAX_EDIT_WORK);
  const calls = pair.prediction.length;
  const most = search.count - search.requiredCount;
  const {
    from,
    to,
    place: places,
    ends,
    count,
  } = listMoves(search, ((calls + 1) * (most + 1)) / MOVES_PER_WORK);
  const isOptional = places.map((place) => hasBit(search.optional, place));
  const width = most + 1;
  let costs = new Uint32Array(count * width).fill(FAR);
  costs[0] = 0;
  const insert = (): void => {
    for (let move = 0; move < from.length; move++) {
      if (isOptional[move] === true) continue;
      for (let kept = 0; kept < width; kept++) {
        const cost = (costs[(from[move] as number) * width + kept] as number) + 1;
        const at = (to[move] as number) * width + kept;
        if (cost < (costs[at] as number)) costs[at] = cost;
      }
    }
  };
  insert();
  for (let made = 0; made < calls; made++) {
    const before = costs;
    costs = before.map((cost) => Math.min(FAR, cost + 1));
    const isMatch = new Uint8Array(search.count);
    for (const place of search.places[made] ?? []) isMatch[place] = 1;
    for (let move = 0; move < from.length; move++) {
      const change = isMatch[places[move] as number] === 1 ? 0 : 1;
      // an optional step that is replaced lengthens the list, which can lower the share
      const more = isOptional[move] === true ? 1 : 0;
      for (let kept = 0; kept + more < width; kept++) {
        const cost = (before[(from[move] as number) * width + kept] as number) + change;
        const at = (to[move] as number) * width + kept + more;
        if (cost < (costs[at] as number)) costs[at] = cost;
      }
    }
    insert();
  }
  let best = 1;
  for (const end of ends) {
    for (let kept = 0; kept < width; kept++) {
      const cost = costs[end * width + kept] as number;
      const longer = Math.max(calls, search.requiredCount + kept);
      if (cost < FAR) best = Math.min(best, longer === 0 ? 0 : cost / longer);
    }
  }
  return best;
}

/** A distance larger than any. */
const FAR = 2 ** 31;
