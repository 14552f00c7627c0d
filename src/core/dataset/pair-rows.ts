import { ownValue, type JsonObject } from '#core/json/json-value.ts';
import { isBlank } from '#core/trajectory/read-trajectory.ts';

/** What tells which row of one file belongs to which row of another. */
export type PairBy = 'id' | 'prompt' | 'order';

/** Two rows that belong together, by their places in their files, from 0. */
export interface RowPair {
  readonly prediction: number;
  readonly reference: number;
}

/** How the rows of two files belong together. */
export interface Pairing {
  readonly by: PairBy;
  readonly pairs: readonly RowPair[];
  readonly alonePredictions: readonly number[];
  readonly aloneReferences: readonly number[];
  /** Pairs whose id or prompt comes more than once: they were paired in order. */
  readonly repeated: number;
}

/**
 * Pairs the rows of a file of predictions with those of a file of references.
 * @param predictions rows with the predicted side
 * @param references rows with the reference side
 * @param by what to pair by; texts are compared without the space around them
 * @returns every pair once, in the order of the predictions, and the rows that stay alone
 */
export function pairRows(
  predictions: readonly JsonObject[],
  references: readonly JsonObject[],
  by: PairBy,
): Pairing {
  const waiting = new Map<string, { readonly all: number[]; next: number }>();
  for (const [index, row] of references.entries()) {
    const key = keyOf(row, by, index);
    if (key === undefined) continue;
    const known = waiting.get(key);
    if (known) known.all.push(index);
    else waiting.set(key, { all: [index], next: 0 });
  }
  const pairs: RowPair[] = [];
  const alonePredictions: number[] = [];
  let repeated = 0;
  for (const [prediction, row] of predictions.entries()) {
    const found = waiting.get(keyOf(row, by, prediction) ?? '');
    const reference = found?.all[found.next++];
    if (reference === undefined) alonePredictions.push(prediction);
    else {
      pairs.push({ prediction, reference });
      if (found && found.all.length > 1) repeated++;
    }
  }
  const paired = new Set(pairs.map(({ reference }) => reference));
  const aloneReferences = [...references.keys()].filter((index) => !paired.has(index));
  return { by, pairs, alonePredictions, aloneReferences, repeated };
}

/**
 * Proposes how to pair two files: by id, else by prompt, else by order.
 * @param predictions rows with the predicted side
 * @param references rows with the reference side
 * @returns the first way that pairs more than half of the smaller file; order needs equal counts
 */
export function proposePairing(
  predictions: readonly JsonObject[],
  references: readonly JsonObject[],
): Pairing | undefined {
  const smaller = Math.min(predictions.length, references.length);
  if (smaller === 0) return undefined;
  for (const by of ['id', 'prompt'] as const) {
    const pairing = pairRows(predictions, references, by);
    if (2 * pairing.pairs.length > smaller) return pairing;
  }
  return predictions.length === references.length
    ? pairRows(predictions, references, 'order')
    : undefined;
}

/**
 * Joins paired rows: the prediction's cells, and those of the reference where it has none.
 * @param predictions rows with the predicted side
 * @param references rows with the reference side
 * @param pairing how they belong together
 * @returns one row for each prediction; one that stayed alone has no reference
 */
export function joinRows(
  predictions: readonly JsonObject[],
  references: readonly JsonObject[],
  pairing: Pairing,
): readonly JsonObject[] {
  const partner = new Map(
    pairing.pairs.map(({ prediction, reference }) => [prediction, reference]),
  );
  return predictions.map((row, index) => {
    const other = references[partner.get(index) ?? -1];
    if (!other) return row;
    const own = Object.entries(row).filter(([, cell]) => !isBlank(cell));
    return { ...row, ...other, ...Object.fromEntries(own), ...referenceSide(other) };
  });
}

/** The reference file is the authority on what was expected. */
function referenceSide(row: JsonObject): JsonObject {
  const cells = ['reference_trajectory', 'reference'].flatMap((name) => {
    const cell = ownValue(row, name);
    return isBlank(cell) ? [] : [[name, cell] as const];
  });
  return Object.fromEntries(cells);
}

function keyOf(row: JsonObject, by: PairBy, index: number): string | undefined {
  if (by === 'order') return `row ${index}`;
  const cell = ownValue(row, by);
  return isBlank(cell) || typeof cell === 'object' ? undefined : `key ${String(cell).trim()}`;
}
