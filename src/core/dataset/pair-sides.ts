import { pairRows, type Pairs } from '#core/compare/pair-rows.ts';
import { hashTextWide } from '#core/json/hash-json.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import type { ColumnRoles } from './column-roles.ts';
import { cellText } from './read-row.ts';

/** What tells which row of one file belongs to which row of another. */
export type PairBy = 'id' | 'prompt' | 'order';

/** Every way to pair two files, the surest first. */
export const PAIR_WAYS: readonly PairBy[] = ['id', 'prompt', 'order'];

/** What the rows of a file are paired by: a hash per row, NaN where a row has no such text. */
export interface PairKeys {
  readonly ids: Float64Array;
  readonly prompts: Float64Array;
}

/** Reads what the rows of a file are paired by. */
export class PairKeyReader {
  readonly #roles: ColumnRoles;
  readonly #keys: PairKeys;

  /**
   * Begins.
   * @param rowCount how many rows there are
   * @param roles which column plays which role
   */
  constructor(rowCount: number, roles: ColumnRoles) {
    this.#roles = roles;
    this.#keys = { ids: new Float64Array(rowCount), prompts: new Float64Array(rowCount) };
  }

  /**
   * Takes a row.
   * @param record the row
   * @param index its number, from 0
   */
  add(record: JsonObject, index: number): void {
    this.#keys.ids[index] = keyOf(cellText(record, this.#roles, 'id'));
    this.#keys.prompts[index] = keyOf(cellText(record, this.#roles, 'prompt'));
  }

  /**
   * Ends.
   * @returns the keys of all rows
   */
  finish(): PairKeys {
    return this.#keys;
  }
}

function keyOf(text: string | undefined): number {
  return text === undefined ? Number.NaN : hashTextWide(text.trim());
}

/**
 * Pairs the rows of a file of predictions with those of a file of references. Texts are compared
 * without the space around them; rows that share theirs are paired in order.
 * @param predictions keys of the rows with the predicted side
 * @param references keys of the rows with the reference side
 * @param by what to pair by
 * @returns every pair once, in the order of the predictions, and the rows that stay alone
 */
export function pairSides(predictions: PairKeys, references: PairKeys, by: PairBy): Pairs {
  return pairRows(keysFor(predictions, by), keysFor(references, by));
}

function keysFor({ ids, prompts }: PairKeys, by: PairBy): Float64Array {
  if (by === 'order') return Float64Array.from(ids.keys());
  return by === 'id' ? ids : prompts;
}

/** How two files would be paired, each way. */
export type Pairings = Readonly<Record<PairBy, Pairs>>;

/**
 * Proposes how to pair two files.
 * @param pairings the pairs each way gives
 * @returns the first way that pairs more than half of the smaller file; by order only files of the
 * same length; else the way with the most pairs, the surer one where two have as many
 */
export function proposeWay(pairings: Pairings): PairBy {
  const count = (by: PairBy): number => pairings[by].baselineRows.length;
  const smaller = count('order');
  const { onlyBaseline, onlyCandidate } = pairings.order;
  const isSameLength = onlyBaseline.length + onlyCandidate.length === 0;
  for (const by of ['id', 'prompt'] as const) if (2 * count(by) > smaller) return by;
  if (isSameLength) return 'order';
  if (count('id') + count('prompt') === 0) return 'order';
  return count('prompt') > count('id') ? 'prompt' : 'id';
}

/** The rows of two files put together: the i-th entries of both lists are one row; −1: none. */
export interface JoinOrder {
  readonly predictions: Int32Array;
  readonly references: Int32Array;
}

/**
 * Lists the rows of two files put together: each prediction in its place, paired or alone, then
 * the references that stay alone.
 * @param pairs how they belong together
 * @returns the order; every row of both files stands in it once
 */
export function joinOrder(pairs: Pairs): JoinOrder {
  const { baselineRows, candidateRows, onlyBaseline, onlyCandidate } = pairs;
  const predictionCount = baselineRows.length + onlyBaseline.length;
  const rowCount = predictionCount + onlyCandidate.length;
  const predictions = Int32Array.from({ length: rowCount }, (_, row) =>
    row < predictionCount ? row : -1,
  );
  const references = new Int32Array(rowCount).fill(-1);
  for (const [pair, row] of baselineRows.entries()) references[row] = candidateRows[pair] as number;
  references.set(onlyCandidate, predictionCount);
  return { predictions, references };
}
