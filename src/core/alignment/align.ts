import { longestCommonSubsequence, type Match } from '#core/alignment/common-subsequence.ts';
import { internCalls, type InternedPair } from '#core/trajectory/intern-calls.ts';
import type { Trajectory } from '#core/trajectory/trajectory.ts';

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

/** The five things a slot can be. */
export type SlotKind = Slot['kind'];

/**
 * Aligns two trajectories: first the longest run of equal calls in common order, then equal calls
 * in another place (moved), then calls of the same tool between the same neighbours (changed).
 * What is left is missing or extra.
 * @param reference the calls expected
 * @param prediction the calls made
 * @param pair their interned ids, if already known
 * @returns the slots, in the order of both lists
 */
export function alignTrajectories(
  reference: Trajectory,
  prediction: Trajectory,
  pair: InternedPair = internCalls(prediction, reference),
): Slot[] {
  const equal = longestCommonSubsequence(pair.reference, pair.prediction);
  const moved = findMoved(pair, equal);
  const slots: Slot[] = [];
  let reference0 = 0;
  let prediction0 = 0;
  const end: Match = [reference.length, prediction.length];
  for (const [i, j] of [...equal, end]) {
    alignGap({ reference, prediction, moved }, [reference0, i], [prediction0, j], slots);
    if (i < reference.length) slots.push({ kind: 'equal', reference: i, prediction: j });
    reference0 = i + 1;
    prediction0 = j + 1;
  }
  return slots;
}

interface Moves {
  /** Place in the prediction by place in the reference, and the other way round. */
  readonly byReference: ReadonlyMap<number, number>;
  readonly byPrediction: ReadonlyMap<number, number>;
}

const NO_MOVES: Moves = { byReference: new Map(), byPrediction: new Map() };

function findMoved(pair: InternedPair, equal: readonly Match[]): Moves {
  const { reference, prediction, distinct } = pair;
  // with every call of a side matched in order, none can have moved
  if (equal.length === Math.min(reference.length, prediction.length)) return NO_MOVES;
  const isMatchedReference = new Uint8Array(reference.length);
  const isMatchedPrediction = new Uint8Array(prediction.length);
  for (const [i, j] of equal) {
    isMatchedReference[i] = 1;
    isMatchedPrediction[j] = 1;
  }
  // the unmatched places of each call in the prediction, as linked lists in rising order
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

interface Sides {
  readonly reference: Trajectory;
  readonly prediction: Trajectory;
  readonly moved: Moves;
}

type Span = readonly [from: number, to: number];

/** Fills the slots between two equal calls. */
function alignGap(sides: Sides, [i0, i1]: Span, [j0, j1]: Span, out: Slot[]): void {
  if (i0 >= i1 || j0 >= j1) {
    pushUnpaired(sides.moved, [i0, i1], [j0, j1], out);
    return;
  }
  const toolIds = new Map<string, number>();
  const idOf = (name: string): number => {
    const known = toolIds.get(name) ?? toolIds.size;
    toolIds.set(name, known);
    return known;
  };
  const references = placesWithout(sides.moved.byReference, i0, i1);
  const predictions = placesWithout(sides.moved.byPrediction, j0, j1);
  const changed = longestCommonSubsequence(
    references.map((i) => idOf(sides.reference[i]?.tool_name ?? '')),
    predictions.map((j) => idOf(sides.prediction[j]?.tool_name ?? '')),
  );
  let i = i0;
  let j = j0;
  for (const [a, b] of changed) {
    const toReference = references[a] as number;
    const toPrediction = predictions[b] as number;
    pushUnpaired(sides.moved, [i, toReference], [j, toPrediction], out);
    out.push({ kind: 'changed', reference: toReference, prediction: toPrediction });
    i = toReference + 1;
    j = toPrediction + 1;
  }
  pushUnpaired(sides.moved, [i, i1], [j, j1], out);
}

function pushUnpaired(moved: Moves, [i0, i1]: Span, [j0, j1]: Span, out: Slot[]): void {
  for (let i = i0; i < i1; i++) {
    const j = moved.byReference.get(i);
    out.push(
      j === undefined
        ? { kind: 'missing', reference: i }
        : { kind: 'moved', at: 'reference', reference: i, prediction: j },
    );
  }
  for (let j = j0; j < j1; j++) {
    const i = moved.byPrediction.get(j);
    out.push(
      i === undefined
        ? { kind: 'extra', prediction: j }
        : { kind: 'moved', at: 'prediction', reference: i, prediction: j },
    );
  }
}

function placesWithout(moved: ReadonlyMap<number, number>, from: number, to: number): number[] {
  const places: number[] = [];
  for (let place = from; place < to; place++) if (!moved.has(place)) places.push(place);
  return places;
}

const BARCODE = { equal: '=', changed: '~', missing: '-', extra: '+' } as const;

/**
 * Writes an alignment as one character per slot: `=` equal, `~` changed, `-` missing, `+` extra,
 * `<` moved (expected here), `>` moved (made here).
 * @param slots the alignment
 * @returns the text
 */
export function barcodeOf(slots: readonly Slot[]): string {
  return slots
    .map((slot) => {
      if (slot.kind !== 'moved') return BARCODE[slot.kind];
      return slot.at === 'reference' ? '<' : '>';
    })
    .join('');
}
