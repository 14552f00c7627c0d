import type { JoinFacts } from '#core/read/choices/reading-choices.ts';
import { PAIR_WAYS, type PairBy } from '#core/read/choices/reading-shape.ts';
import { pairRows, type Pairs } from '#core/base/lists/pair-rows.ts';
import { hashTextWide } from '#core/base/json/hash-json.ts';
import {
  ownValue,
  setOwn,
  isBlank,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { COLUMN_ROLES, type ColumnRoles, type ColumnRole } from '#core/read/names/column-roles.ts';
import { cellText } from './plain-cells.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';

/** What the rows of a file are paired by: a hash per row, NaN where a row has no such text. */
export interface PairKeys {
  readonly ids: Float64Array;
  /** The file of a run: its path without its ending, and its name alone. */
  readonly paths: Float64Array;
  readonly files: Float64Array;
  readonly prompts: Float64Array;
}

/** Reads what the rows of a file are paired by. */
export class PairKeyReader {
  readonly #roles: ColumnRoles;
  readonly #keys: PairKeys;

  constructor(rowCount: number, roles: ColumnRoles) {
    this.#roles = roles;
    const keys = (): Float64Array => new Float64Array(rowCount);
    this.#keys = { ids: keys(), paths: keys(), files: keys(), prompts: keys() };
  }

  add(record: JsonObject, index: number): void {
    const id = cellText(record, this.#roles, 'id');
    const path = (fileOf(record) ?? id)?.trim().replace(ENDING, '');
    this.#keys.ids[index] = keyOf(id);
    this.#keys.paths[index] = keyOf(path);
    this.#keys.files[index] = keyOf(path?.slice(path.lastIndexOf('/') + 1));
    this.#keys.prompts[index] = keyOf(cellText(record, this.#roles, 'prompt'));
  }

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
 * @returns every pair once, in the order of the predictions, and the rows that stay alone
 */
export function pairSides(predictions: PairKeys, references: PairKeys, by: PairBy): Pairs {
  if (by !== 'file') return pairRows(keysFor(predictions, by), keysFor(references, by));
  const byName = pairRows(predictions.files, references.files);
  const byPath = pairRows(predictions.paths, references.paths);
  return byPath.baselineRows.length < byName.baselineRows.length ? byName : byPath;
}

function keysFor({ ids, prompts }: PairKeys, by: Exclude<PairBy, 'file'>): Float64Array {
  if (by === 'order') return Float64Array.from(ids.keys());
  return by === 'id' ? ids : prompts;
}

/** The column with the name of the file that a row is from. */
export const FILE_COLUMN = 'file';

const FILE_COLUMNS = [FILE_COLUMN, 'file_name', 'filename', 'path'];
const ENDING = /(?:\.[a-z]\w{0,7}){1,2}$/i;

function fileOf(record: JsonObject): string | undefined {
  for (const column of FILE_COLUMNS) {
    const cell = ownValue(record, column);
    if (typeof cell === 'string' && cell.trim() !== '') return cell;
  }
  return undefined;
}

/** How two files would be paired, each way. */
export type Pairings = Readonly<Record<PairBy, Pairs>>;

/** Two files and how their rows would be paired, each way. */
export interface Proposal {
  readonly added: string;
  readonly isTakenAsOther: boolean;
  readonly skipped: number;
  readonly predictionCount: number;
  readonly referenceCount: number;
  readonly pairings: Pairings;
}

/** Pairs the rows of two files in every way. */
export function pairEachWay(predictions: PairKeys, references: PairKeys): Pairings {
  const ways = PAIR_WAYS.map((by) => [by, pairSides(predictions, references, by)]);
  return Object.fromEntries(ways) as Pairings;
}

/**
 * Proposes how to pair two files.
 * @returns the first way that pairs more than half of the smaller file; by order only files of the
 * same length of which less than a tenth pair otherwise; else the way with the most pairs, the surer
 * one where two have as many
 */
export function proposeWay(pairings: Pairings): PairBy {
  const count = (by: PairBy): number => pairings[by].baselineRows.length;
  const smaller = count('order');
  const { onlyBaseline, onlyCandidate } = pairings.order;
  const isSameLength = onlyBaseline.length + onlyCandidate.length === 0;
  const byCells = PAIR_WAYS.filter((by) => by !== 'order');
  for (const by of byCells) if (2 * count(by) > smaller) return by;
  const most = Math.max(...byCells.map(count));
  if (isSameLength && 10 * most < smaller) return 'order';
  return byCells.find((by) => most > 0 && count(by) === most) ?? 'order';
}

/**
 * Counts what became of the rows of two files.
 * @param about the file that was added, and the records of both that could not be read
 */
export function joinFacts(
  by: PairBy,
  pairs: Pairs,
  about: Required<Pick<JoinFacts, 'skipped' | 'added'>>,
): JoinFacts {
  return {
    by,
    paired: pairs.baselineRows.length,
    alonePredictions: pairs.onlyBaseline.length,
    aloneReferences: pairs.onlyCandidate.length,
    repeated: pairs.duplicates,
    ...about,
  };
}

/** The rows of two files combined: the i-th entries of both lists are one row; −1: none. */
export interface JoinOrder {
  readonly predictions: Int32Array;
  readonly references: Int32Array;
}

/**
 * Lists the rows of two files combined: each prediction in its place, paired or alone, then the
 * references that stay alone.
 * @returns the order; every row of both files is in it once
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

/** A row of one of two files, and which of its columns plays which role. */
export interface SideRow {
  readonly record: JsonObject;
  readonly roles: ColumnRoles;
}

/** Said by the file of references, and by the other only where that one is silent. */
const OF_REFERENCE: ReadonlySet<string> = new Set<ColumnRole>([
  'reference_trajectory',
  'reference_trajectories',
  'reference',
]);

/** What an agent did is said by the file of predictions alone. */
const OF_PREDICTION: ReadonlySet<string> = new Set<ColumnRole>([
  'predicted_trajectory',
  'transcript',
  'response',
  'latency_in_seconds',
  'failure',
]);

/**
 * Joins a row of a file of predictions and one of a file of references. Columns with a role get the
 * service's own names. Where both files fill a column otherwise, both cells are kept: the one that
 * does not count is under the name with its file in brackets.
 * @param prediction the row with the predicted side; absent: the reference stays alone
 * @param reference the row with the reference side; absent: the prediction stays alone
 * @returns the row; blank cells are left out
 */
export function joinRow(
  prediction: SideRow | undefined,
  reference: SideRow | undefined,
): JsonObject {
  const joined: Record<string, JsonValue> = {};
  const predicted = cellsOf(prediction);
  const expected = cellsOf(reference);
  for (const name of new Set([...predicted.keys(), ...expected.keys()])) {
    const theirs = expected.get(name);
    const ours = predicted.get(name);
    const isTheirs = OF_REFERENCE.has(name) ? theirs !== undefined : ours === undefined;
    const [cell, other] = isTheirs ? [theirs, ours] : [ours, theirs];
    if (isTheirs && OF_PREDICTION.has(name)) {
      if (cell !== undefined) setOwn(joined, `${name} (references)`, cell);
      continue;
    }
    if (cell !== undefined) setOwn(joined, name, cell);
    if (other !== undefined && cell !== undefined && !isSame(cell, other))
      setOwn(joined, `${name} (${isTheirs ? 'predictions' : 'references'})`, other);
  }
  return joined;
}

/** The cells that hold something, under the service's own names. */
function cellsOf(row: SideRow | undefined): ReadonlyMap<string, JsonValue> {
  const cells = new Map<string, JsonValue>();
  if (!row) return cells;
  const { record, roles } = row;
  const roleOf = new Map(
    COLUMN_ROLES.flatMap((role) => (roles[role] === undefined ? [] : [[roles[role], role]])),
  );
  for (const column of Object.keys(record)) {
    const cell = ownValue(record, column);
    if (isBlank(cell)) continue;
    const isOnlyNamed = !roleOf.has(column) && OWN_NAMES.has(column);
    cells.set(roleOf.get(column) ?? (isOnlyNamed ? `${column} (no role)` : column), cell);
  }
  return cells;
}

const OWN_NAMES = new Set<string>(COLUMN_ROLES);

/** An id may be a number in one file and text in the other. */
function isSame(a: JsonValue, b: JsonValue): boolean {
  if (typeof a === 'object' || typeof b === 'object') return isJsonEqual(a, b);
  return String(a).trim() === String(b).trim();
}
