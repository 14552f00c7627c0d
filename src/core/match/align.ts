import { longestCommonSubsequence, type Match } from '#core/base/lists/common-subsequence.ts';
import { internCalls } from '#core/calls/intern-calls.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { commonPairs } from '#core/base/lists/subsequence-bits.ts';
import { matchPlaces, maximumMatching } from '#core/base/lists/maximum-matching.ts';

/**
 * One line of two aligned trajectories. Places are 0-based indices into the two lists.
 * A moved call has two slots: where it is expected and where it was made.
 */
export type Slot =
  | { readonly kind: 'equal'; readonly reference: number; readonly prediction: number }
  | { readonly kind: 'changed'; readonly reference: number; readonly prediction: number }
  | { readonly kind: 'missing'; readonly reference: number }
  | { readonly kind: 'extra'; readonly prediction: number }
  | {
      readonly kind: 'moved';
      readonly at: 'reference' | 'prediction';
      readonly reference: number;
      readonly prediction: number;
    };

/** A slot of an extra call, or of one moved from elsewhere. */
export type UnexpectedSlot =
  | Extract<Slot, { kind: 'extra' }>
  | (Extract<Slot, { kind: 'moved' }> & { readonly at: 'prediction' });

/** Whether a slot holds an extra or a moved call. */
export function isUnexpected(slot: Slot): slot is UnexpectedSlot {
  return slot.kind === 'extra' || (slot.kind === 'moved' && slot.at === 'prediction');
}

/** Aligns like {@link alignTrajectories}, without the slots of equal calls. */
export function findDifferences(
  reference: Trajectory,
  prediction: Trajectory,
  pair: InternedPair,
): Slot[] {
  return align(reference, prediction, pair, () => undefined);
}

/**
 * Aligns two trajectories: first the longest common subsequence, then equal calls in another place
 * (moved), then calls of one tool between the same neighbours (changed). The rest is missing or
 * extra.
 */
export function alignTrajectories(
  reference: Trajectory,
  prediction: Trajectory,
  pair: InternedPair = internCalls(prediction, reference),
): Slot[] {
  return align(reference, prediction, pair, ([place, made], slots) => {
    slots.push({ kind: 'equal', reference: place, prediction: made });
  });
}

function align(
  reference: Trajectory,
  prediction: Trajectory,
  pair: InternedPair,
  addEqual: (match: Match, slots: Slot[]) => void,
): Slot[] {
  const ids = unifyMatches(pair);
  const equal = longestCommonSubsequence(ids.reference, ids.prediction);
  const sides = { reference, prediction, moved: findMoved(ids, equal) };
  const slots: Slot[] = [];
  let i = 0;
  let j = 0;
  for (const match of equal) {
    alignGap(sides, { i, j, iEnd: match[0], jEnd: match[1] }, slots);
    i = match[0] + 1;
    j = match[1] + 1;
    addEqual(match, slots);
  }
  alignGap(sides, { i, j, iEnd: reference.length, jEnd: prediction.length }, slots);
  return slots;
}

interface Moves {
  /** Place in the prediction by place in the reference, and the reverse. */
  readonly byReference: ReadonlyMap<number, number>;
  readonly byPrediction: ReadonlyMap<number, number>;
}

const NO_MOVES: Moves = { byReference: new Map(), byPrediction: new Map() };

function findMoved(pair: InternedPair, equal: readonly Match[]): Moves {
  const { reference, prediction, distinct } = pair;
  // with all calls of one side matched in order, none can have moved
  if (equal.length === Math.min(reference.length, prediction.length)) return NO_MOVES;
  if (equal.length === reference.length - 1 && equal.length === prediction.length - 1)
    return findOneMoved(pair, equal);
  const isMatchedReference = new Uint8Array(reference.length);
  const isMatchedPrediction = new Uint8Array(prediction.length);
  for (const match of equal) {
    isMatchedReference[match[0]] = 1;
    isMatchedPrediction[match[1]] = 1;
  }
  // the unmatched places of each call in the prediction, as ascending linked lists
  const first = new Int32Array(distinct).fill(-1);
  const next = new Int32Array(prediction.length);
  for (let j = prediction.length - 1; j >= 0; j--) {
    if (isMatchedPrediction[j] === 1) continue;
    const id = prediction[j] as number;
    next[j] = first[id] as number;
    first[id] = j;
  }
  const byReference = new Map<number, number>();
  const byPrediction = new Map<number, number>();
  for (let i = 0; i < reference.length; i++) {
    if (isMatchedReference[i] === 1) continue;
    const id = reference[i] as number;
    const j = first[id] as number;
    if (j < 0) continue;
    first[id] = next[j] as number;
    byReference.set(i, j);
    byPrediction.set(j, i);
  }
  return { byReference, byPrediction };
}

/** Fast path for most rows: a single unmatched call on either side. */
function findOneMoved({ reference, prediction }: InternedPair, equal: readonly Match[]): Moves {
  const i = firstLeft(equal, 0);
  const j = firstLeft(equal, 1);
  if (reference[i] !== prediction[j]) return NO_MOVES;
  return { byReference: new Map([[i, j]]), byPrediction: new Map([[j, i]]) };
}

/** The first unmatched place of a side. */
function firstLeft(equal: readonly Match[], side: 0 | 1): number {
  const at = equal.findIndex((match, index) => match[side] !== index);
  return at < 0 ? equal.length : at;
}

interface Sides {
  readonly reference: Trajectory;
  readonly prediction: Trajectory;
  readonly moved: Moves;
}

interface Gap {
  readonly i: number;
  readonly iEnd: number;
  readonly j: number;
  readonly jEnd: number;
}

function alignGap(sides: Sides, gap: Gap, out: Slot[]): void {
  let { i, j } = gap;
  const { iEnd, jEnd } = gap;
  const { reference, prediction, moved } = sides;
  if (iEnd - i === 1 && jEnd - j === 1 && moved === NO_MOVES) {
    if (reference[i]?.tool_name === prediction[j]?.tool_name) {
      out.push({ kind: 'changed', reference: i, prediction: j });
      return;
    }
  } else if (i < iEnd && j < jEnd) {
    const references = placesWithout(moved.byReference, i, iEnd);
    const predictions = placesWithout(moved.byPrediction, j, jEnd);
    const toolIds = new Map<string, number>();
    const changed = longestCommonSubsequence(
      toolIdsOf(reference, references, toolIds),
      toolIdsOf(prediction, predictions, toolIds),
    );
    for (const match of changed) {
      const toReference = references[match[0]] as number;
      const toPrediction = predictions[match[1]] as number;
      pushUnpaired(moved, { i, j, iEnd: toReference, jEnd: toPrediction }, out);
      out.push({ kind: 'changed', reference: toReference, prediction: toPrediction });
      i = toReference + 1;
      j = toPrediction + 1;
    }
  }
  pushUnpaired(moved, { i, j, iEnd, jEnd }, out);
}

/** Numbers the tools called at some places; known tools keep their number. */
function toolIdsOf(
  calls: Trajectory,
  places: readonly number[],
  known: Map<string, number>,
): number[] {
  const ids: number[] = [];
  for (const place of places) {
    const name = calls[place]?.tool_name ?? '';
    let id = known.get(name);
    if (id === undefined) known.set(name, (id = known.size));
    ids.push(id);
  }
  return ids;
}

function pushUnpaired(moved: Moves, { i, iEnd, j, jEnd }: Gap, out: Slot[]): void {
  for (let reference = i; reference < iEnd; reference++) {
    const prediction = moved.byReference.get(reference);
    out.push(
      prediction === undefined
        ? { kind: 'missing', reference }
        : { kind: 'moved', at: 'reference', reference, prediction },
    );
  }
  for (let prediction = j; prediction < jEnd; prediction++) {
    const reference = moved.byPrediction.get(prediction);
    out.push(
      reference === undefined
        ? { kind: 'extra', prediction }
        : { kind: 'moved', at: 'prediction', reference, prediction },
    );
  }
}

function placesWithout(moved: ReadonlyMap<number, number>, from: number, to: number): number[] {
  const places: number[] = [];
  for (let place = from; place < to; place++) if (!moved.has(place)) places.push(place);
  return places;
}

/** A missing and an extra call at the same place, or one of them alone; places as in a {@link Slot}. */
interface Leftover {
  readonly kind: 'leftover';
  readonly reference: number | undefined;
  readonly prediction: number | undefined;
}

/** The slots with missing and extra calls between the same neighbours in pairs; moved calls are none. */
export function* pairLeftovers(
  slots: readonly Slot[],
): Generator<Exclude<Slot, { kind: 'missing' | 'extra' }> | Leftover> {
  let missing: number[] = [];
  let extra: number[] = [];
  for (const slot of [...slots, undefined]) {
    if (slot?.kind === 'missing') missing.push(slot.reference);
    else if (slot?.kind === 'extra') extra.push(slot.prediction);
    else {
      const pairs = slot?.kind === 'moved' ? 0 : Math.max(missing.length, extra.length);
      for (let at = 0; at < pairs; at++)
        yield { kind: 'leftover', reference: missing[at], prediction: extra[at] };
      if (slot?.kind !== 'moved') [missing, extra] = [[], []];
      if (slot) yield slot;
    }
  }
}

const BARCODE = { equal: '=', changed: '~', missing: '-', extra: '+' } as const;

/**
 * Writes an alignment as one character per slot: `=` equal, `~` changed, `-` missing, `+` extra,
 * `<` moved (expected here), `>` moved (made here).
 */
export function barcodeOf(slots: readonly Slot[]): string {
  return slots
    .map((slot) => {
      if (slot.kind !== 'moved') return BARCODE[slot.kind];
      return slot.at === 'reference' ? '<' : '>';
    })
    .join('');
}

/**
 * Gives matched calls the same id, so that code that compares ids treats them as equal: first those
 * matched in common order, then as many others as possible.
 */
export function unifyMatches(pair: InternedPair): InternedPair {
  const { prediction, reference, links, optional } = pair;
  if (!links) return pair;
  const { starts, items } = matchPlaces(pair);
  const taken = new Int32Array(prediction.length).fill(-1);
  const isTaken = new Uint8Array(reference.length);
  for (const [expected, made] of preferRequired(commonPairs(pair), pair)) {
    taken[made] = expected;
    isTaken[expected] = 1;
  }
  const edges = prediction.map((id, made) =>
    taken[made] === -1
      ? items.subarray(starts[id], starts[id + 1]).filter((place) => isTaken[place] === 0)
      : [],
  );
  const others = maximumMatching(edges, reference.length);
  // every reference call has its own id, every unmatched call a new one
  let distinct = reference.length;
  const unified = prediction.map((_, made) => {
    const place = taken[made] === -1 ? (others[made] as number) : (taken[made] as number);
    return place === -1 ? distinct++ : place;
  });
  const places = reference.map((_, place) => place);
  return { prediction: unified, reference: places, distinct, ...(optional ? { optional } : {}) };
}

/** Moves matches from optional to required calls where a made call matches both. */
function preferRequired(
  matches: readonly Match[],
  { prediction, reference, links, optional }: InternedPair,
): readonly Match[] {
  if (!optional) return matches;
  let from = 0;
  return matches.map(([expected, made], at): Match => {
    const end = matches[at + 1]?.[0] ?? reference.length;
    const id = prediction[made] as number;
    let place = expected;
    for (let other = from; optional[expected] === true && other < end; other++) {
      if (optional[other] === true) continue;
      if (links?.[id]?.has(reference[other] as number) !== true) continue;
      place = other;
      break;
    }
    from = place + 1;
    return [place, made];
  });
}
