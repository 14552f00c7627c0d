import { hashTextWide, isJsonEqual } from '#core/base/json/equal-json.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import {
  isBlank,
  ownValue,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '#core/base/json/json-value.ts';
import {
  COLUMN_ROLES,
  SERVICE_ROLES,
  type ColumnRoles,
  type ColumnRole,
} from '#core/read/names/column-roles.ts';
import { cellText } from './row-cells.ts';
import type { JoinFacts, ReadingChoices } from '#core/read/choices/reading-choices.ts';
import { PAIR_WAYS, type PairBy } from '#core/read/choices/reading-shape.ts';
import { pairRows } from '#core/base/lists/pair-rows.ts';
import { COLUMN_NAMES, simplifyName } from '#core/read/names/column-names.ts';

/** What a column names rows by: a hash per row, NaN where a row has no such text. */
export interface KeyColumn {
  readonly texts: Float64Array;
  /** The text as a run's file: its path without its ending or the number of a turn, and its name. */
  readonly paths: Float64Array;
  readonly files: Float64Array;
}

/** What the rows of a file can be paired by. */
export interface PairKeys {
  readonly rowCount: number;
  /** Columns of texts by name. */
  readonly columns: ReadonlyMap<string, KeyColumn>;
  /** The columns that hold ids, files and prompts. */
  readonly id: string | undefined;
  readonly file: string | undefined;
  readonly prompt: string | undefined;
  /** What is expected, as a hash per row: rows with the same may stand for one another. */
  readonly expected: Float64Array;
}

/** The column with the name of the file that a row is from. */
export const FILE_COLUMN = 'file';

const FILE_COLUMNS = [FILE_COLUMN, 'file_name', 'filename', 'path'];
const ENDING = /(?:\.[a-z]\w{0,7}){1,2}$/i;
const TURN = /#\d+$/;
/** Longer texts name nothing, and a file may have many columns. */
const MAX_LENGTH = 2_000;
const MAX_COLUMNS = 12;

const OF_KEYS = ['id', 'prompt'] as const;
const OF_EXPECTED = ['reference_trajectory', 'reference_trajectories', 'reference'] as const;

/** Reads what the rows of a file are paired by. */
export class PairKeyReader {
  readonly #rowCount: number;
  readonly #roles: ColumnRoles;
  readonly #columns = new Map<string, KeyColumn>();
  readonly #expected: Float64Array;
  /** Columns with a role of the service: of these only id and prompt name rows. */
  readonly #others: ReadonlySet<string | undefined>;

  constructor(rowCount: number, roles: ColumnRoles) {
    this.#rowCount = rowCount;
    this.#roles = roles;
    this.#expected = new Float64Array(rowCount);
    this.#others = new Set(SERVICE_ROLES.map((role) => roles[role]));
  }

  add(record: JsonObject, index: number): void {
    for (const role of OF_KEYS) {
      const column = this.#roles[role];
      if (column) this.#addText(column, cellText(record, this.#roles, role), index);
    }
    for (const [column, cell] of Object.entries(record))
      if (!this.#others.has(column) && isName(cell)) this.#addText(column, cell, index);
    const expected = OF_EXPECTED.map((role) => ownValue(record, this.#roles[role] ?? '') ?? null);
    this.#expected[index] = hashTextWide(printJson(expected));
  }

  finish(): PairKeys {
    return {
      rowCount: this.#rowCount,
      columns: this.#columns,
      id: this.#roles.id,
      file: FILE_COLUMNS.find((column) => this.#columns.has(column)),
      prompt: this.#roles.prompt,
      expected: this.#expected,
    };
  }

  #addText(name: string, text: string | undefined, index: number): void {
    if (text === undefined || isBlank(text)) return;
    let column = this.#columns.get(name);
    const isFull = this.#columns.size >= MAX_COLUMNS && !this.#others.has(name);
    if (!column && isFull) return;
    if (!column) this.#columns.set(name, (column = this.#emptyColumn()));
    const path = text.trim().replace(TURN, '').replace(ENDING, '');
    column.texts[index] = hashTextWide(text.trim());
    column.paths[index] = hashTextWide(path);
    column.files[index] = hashTextWide(path.slice(path.lastIndexOf('/') + 1));
  }

  #emptyColumn(): KeyColumn {
    const keys = (): Float64Array => new Float64Array(this.#rowCount).fill(Number.NaN);
    return { texts: keys(), paths: keys(), files: keys() };
  }
}

/** Whether a cell may name a row: a bare number may count anything. */
function isName(cell: JsonValue): cell is string {
  return typeof cell === 'string' && cell.length <= MAX_LENGTH && Number.isNaN(Number(cell));
}

/** Rows of two files paired by one criterion. */
export interface Pairing {
  /** Pairs in the order of the predictions; a reference may be that of several. */
  readonly baselineRows: Uint32Array;
  readonly candidateRows: Uint32Array;
  readonly onlyBaseline: Uint32Array;
  readonly onlyCandidate: Uint32Array;
  /** The column of the references that names the rows; empty for none. */
  readonly column: string;
  /** Predictions that have the same reference as an earlier one. */
  readonly shared: number;
  /** References of the same name that expect different calls: no row is paired with them. */
  readonly unclear: number;
  /** References for a file that has several rows, such as the turns of a session: likewise. */
  readonly ofSession: number;
}

/** The texts of predictions and of references that are compared, and the column of the latter. */
interface Compared {
  readonly predictions: Float64Array;
  readonly references: Float64Array;
  readonly column: string;
  /** Whether the column is known to hold names of this kind. */
  readonly isOfRole: boolean;
  /** Whether several predictions of a name do the same task: they may have the same reference. */
  readonly isOfTask: boolean;
}

/**
 * Pairs the rows of a file of predictions with those of a file of references, by the column of the
 * references that names most of them. Texts are compared without the space around them. A name that
 * does not tell which rows belong together pairs none.
 * @returns every prediction once and every reference, in the order of the predictions
 */
export function pairSides(predictions: PairKeys, references: PairKeys, by: PairBy): Pairing {
  const [own, other] = [predictions, references].map(({ rowCount }) =>
    by === 'order' ? Float64Array.from({ length: rowCount }, (_, row) => row) : noKeys(rowCount),
  ) as [Float64Array, Float64Array];
  const none = {
    predictions: own,
    references: other,
    column: '',
    isOfRole: false,
    isOfTask: false,
  };
  const best = by === 'order' ? none : bestOf(comparedBy(predictions, references, by));
  return pairNamed(best ?? none, references);
}

const noKeys = (rowCount: number): Float64Array => new Float64Array(rowCount).fill(Number.NaN);

/** Every text of a prediction that may be what a column of the references says; the surest first. */
function comparedBy(
  predictions: PairKeys,
  references: PairKeys,
  by: Exclude<PairBy, 'order'>,
): readonly Compared[] {
  const first = references[by];
  const names = new Set([...(first === undefined ? [] : [first]), ...references.columns.keys()]);
  return [...names].flatMap((column) => {
    const other = references.columns.get(column);
    const compare = (name: string | undefined, kind: keyof KeyColumn): readonly Compared[] => {
      const own = predictions.columns.get(name ?? '');
      if (!own || !other) return [];
      const isOfRole = column === first;
      const isOfTask = by !== 'file' && (name === predictions[by] || OF_TASK.test(name ?? ''));
      return [{ predictions: own[kind], references: other[kind], column, isOfRole, isOfTask }];
    };
    const { id, file, prompt } = predictions;
    if (by === 'file')
      return [file, id].flatMap((name) => [...compare(name, 'paths'), ...compare(name, 'files')]);
    // what both files call alike is the same
    const isName = by === 'id' && column !== file && column !== prompt;
    const alike = isName ? [column] : [];
    // a trace has the id of its case beside its own
    const ids = isName && column === first ? [...predictions.columns.keys()].filter(isIdName) : [];
    return [predictions[by], ...alike, ...ids].flatMap((name) => compare(name, 'texts'));
  });
}

const isIdName = (name: string): boolean => COLUMN_NAMES.id.includes(simplifyName(name));
const OF_TASK = /(?:case|task|example|question|scenario|test|eval)_?id$/i;

/** Columns are chosen by as many rows. */
const TRIED_ROWS = 1_000;

/** The comparison that finds most rows, the first of those with as many; undefined where none does. */
function bestOf(comparisons: readonly Compared[]): Compared | undefined {
  const sorted = new Map<Float64Array, Float64Array>();
  let best: Compared | undefined;
  let most = 0;
  for (const compared of comparisons) {
    const { predictions, references, isOfRole } = compared;
    const known = sorted.get(predictions) ?? predictions.toSorted();
    sorted.set(predictions, known);
    const step = Math.ceil(references.length / TRIED_ROWS);
    const tried = references.filter((key, row) => row % step === 0 && !Number.isNaN(key));
    const keys = new Set(tried);
    // a column with the same text in many rows names none of them
    if (!isOfRole && 2 * keys.size <= tried.length) continue;
    const found = [...keys].filter((key) => has(known, key)).length;
    if (found > most) [best, most] = [compared, found];
  }
  return best;
}

/** Whether a number is in a sorted list. */
function has(sorted: Float64Array, wanted: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = sorted[middle] as number;
    if (found === wanted) return true;
    // NaN comes last
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

function pairNamed(
  { predictions, references, column, isOfTask }: Compared,
  { expected }: PairKeys,
): Pairing {
  const repeated = repeatedIn(predictions);
  const unsure = differingIn(references, expected);
  let unclear = 0;
  let ofSession = 0;
  const clear = references.map((key) => {
    if (unsure.has(key)) unclear++;
    else if (!isOfTask && repeated.has(key)) ofSession++;
    else return key;
    return Number.NaN;
  });
  const pairs = pairRows(predictions, clear);
  const partners = pairs.partners;
  const referenceOf = new Map<number, number>();
  let shared = 0;
  for (const [row, key] of predictions.entries()) {
    if (!repeated.has(key)) continue;
    const reference = partners[row] as number;
    if (reference >= 0) referenceOf.set(key, reference);
    else if (referenceOf.has(key)) {
      partners[row] = referenceOf.get(key) as number;
      shared++;
    }
  }
  const rows = Uint32Array.from(predictions.keys());
  return {
    baselineRows: rows.filter((row) => (partners[row] as number) >= 0),
    candidateRows: Uint32Array.from(partners.filter((reference) => reference >= 0)),
    onlyBaseline: rows.filter((row) => (partners[row] as number) < 0),
    onlyCandidate: pairs.onlyCandidate,
    ...{ column, shared, unclear, ofSession },
  };
}

/** The keys that several rows have. */
function repeatedIn(keys: Float64Array): ReadonlySet<number> {
  const sorted = keys.toSorted();
  return new Set(sorted.filter((key, at) => at > 0 && key === sorted[at - 1]));
}

/** The keys of several rows that expect different calls. */
function differingIn(keys: Float64Array, expected: Float64Array): ReadonlySet<number> {
  const repeated = repeatedIn(keys);
  const known = new Map<number, number>();
  const differing = new Set<number>();
  for (const [row, key] of keys.entries()) {
    if (!repeated.has(key)) continue;
    if (known.has(key) && known.get(key) !== expected[row]) differing.add(key);
    else known.set(key, expected[row] as number);
  }
  return differing;
}

/** How two files would be paired by each criterion. */
export type Pairings = Readonly<Record<PairBy, Pairing>>;

/** Two files and how their rows would be paired by each criterion. */
export interface Proposal {
  readonly added: string;
  readonly isTakenAsOther: boolean;
  readonly skipped: number;
  readonly predictionCount: number;
  readonly referenceCount: number;
  /** The columns of the references that may name rows. */
  readonly columns: readonly string[];
  readonly pairings: Pairings;
}

/** Pairs the rows of two files by every criterion. */
export function pairEachWay(predictions: PairKeys, references: PairKeys): Pairings {
  const ways = PAIR_WAYS.map((by) => [by, pairSides(predictions, references, by)]);
  return Object.fromEntries(ways) as Pairings;
}

/** Whether two files are as long: else their order pairs nothing. */
export function areAsLong({ order }: Pairings): boolean {
  return order.onlyBaseline.length + order.onlyCandidate.length === 0;
}

/**
 * Proposes how to pair two files.
 * @returns the first criterion that pairs more than half of the smaller file, else that with the most pairs,
 *   the surer one where two have as many; the order only of files that are as long where no column of
 *   the references names rows; undefined where nothing tells which rows belong together
 */
export function proposeWay(pairings: Pairings, references: PairKeys): PairBy | undefined {
  const count = (by: PairBy): number => pairings[by].baselineRows.length;
  const byCells = PAIR_WAYS.filter((by) => by !== 'order');
  for (const by of byCells) if (2 * count(by) > count('order')) return by;
  const most = Math.max(...byCells.map(count));
  if (most > 0) return byCells.find((by) => count(by) === most);
  return areAsLong(pairings) && !namesRows(references) ? 'order' : undefined;
}

/** Whether some column of references may name rows: one with that role, or a text of its own in most. */
function namesRows({ columns, id, prompt, rowCount }: PairKeys): boolean {
  return [...columns].some(([name, { texts }]) => {
    const filled = texts.filter((key) => !Number.isNaN(key));
    if (name === id || name === prompt) return filled.length > 0;
    return 2 * filled.length > rowCount && 2 * new Set(filled).size > filled.length;
  });
}

/** References that name a session and stay alone, because each of its turns is a row. */
export function sessionsAlone(pairings: Pairings, by: PairBy | undefined): number {
  const alone = by === undefined ? Infinity : pairings[by].onlyCandidate.length;
  return Math.min(Math.max(pairings.id.ofSession, pairings.file.ofSession), alone);
}

/**
 * Counts what became of the rows of two files.
 * @param about the file that was added, and the records of both that could not be read
 */
export function joinFacts(
  by: PairBy,
  pairings: Pairings,
  about: Required<Pick<JoinFacts, 'skipped' | 'added'>>,
): JoinFacts {
  const { baselineRows, onlyBaseline, onlyCandidate, column, shared, unclear } = pairings[by];
  return {
    by,
    column,
    paired: baselineRows.length,
    alonePredictions: onlyBaseline.length,
    aloneReferences: onlyCandidate.length,
    ...{ shared, unclear, ofSession: sessionsAlone(pairings, by) },
    ...about,
  };
}

/** Runs as they were read, and what became of them beside expected calls. */
export interface PairedRead {
  /** How rows were paired; undefined where none was. */
  readonly joined?: JoinFacts | undefined;
  /** References for a whole session, of which each turn is a row. */
  readonly ofSession: number;
}

/**
 * Compares calls expected of a session with those of the session: where fewer of them then stay
 * alone, a row is a conversation rather than a turn, unless a person chose otherwise.
 * @param readAs reads and pairs once more; undefined where nothing can be read
 * @returns what is to be scored, and how it was read
 */
export async function readPerSession<R extends PairedRead>(
  read: R,
  reading: ReadingChoices,
  readAs: (reading: ReadingChoices) => Promise<R | undefined>,
): Promise<{ read: R; reading: ReadingChoices }> {
  if (read.ofSession === 0 || reading.turns !== undefined) return { read, reading };
  const perSession = { ...reading, turns: 'conversation' } as const;
  const whole = await readAs(perSession);
  const aloneIn = ({ joined }: R): number => joined?.aloneReferences ?? Infinity;
  return whole && aloneIn(whole) < aloneIn(read)
    ? { read: whole, reading: perSession }
    : { read, reading };
}

/** The roles of references, with the column they are paired by as id or prompt unless one is set. */
export function rolesPaired(
  roles: ColumnRoles,
  by: PairBy,
  { column }: Pairing,
  { columns }: PairKeys,
): ColumnRoles {
  const role = by === 'prompt' ? 'prompt' : 'id';
  const isTaken = columns.has(roles[role] ?? '') || Object.values(roles).includes(column);
  return column === '' || isTaken ? roles : { ...roles, [role]: column };
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
export function joinOrder(pairs: Pairing): JoinOrder {
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

/** Two files, and how they are joined. */
interface JoinPlan<Rows> {
  /** References for a whole session, of which each turn is a row. */
  readonly ofSession: number;
  /** Both absent where nothing names rows of both. */
  readonly joined?: JoinFacts;
  readonly sides?: {
    readonly predictions: Rows;
    readonly references: Rows;
    readonly order: JoinOrder;
  };
}

/** Plans to join two files by what names most of their rows. */
export function planJoin<Rows extends { readonly roles: ColumnRoles }>(
  { predictions, references }: { readonly predictions: Rows; readonly references: Rows },
  keys: readonly [predictions: PairKeys, references: PairKeys],
  about: Required<Pick<JoinFacts, 'skipped' | 'added'>>,
): JoinPlan<Rows> {
  const pairings = pairEachWay(...keys);
  const by = proposeWay(pairings, keys[1]);
  const ofSession = sessionsAlone(pairings, by);
  if (by === undefined) return { ofSession };
  const pairs = pairings[by];
  const roles = rolesPaired(references.roles, by, pairs, keys[1]);
  return {
    ofSession,
    joined: joinFacts(by, pairings, about),
    sides: { predictions, references: { ...references, roles }, order: joinOrder(pairs) },
  };
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

/** Only the file of predictions says what an agent did. */
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
