import type { NumberedLabels } from '#core/read/dataset/row-cells.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';
import type { Issue, IssueCode } from '#core/read/issues/issue.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';

/** One score column: a value and an outcome per row. */
export interface ScoreValues extends ScoreColumn {
  /** The score, NaN without one. */
  readonly values: Float64Array;
  /** Index into OUTCOMES per row. */
  readonly outcomes: Uint8Array;
  /** The judge's explanation of each row, or why it has no verdict; empty without one. */
  readonly texts?: readonly string[] | undefined;
  /**
   * How far the samples of a judge agree in each row, see combine-samples.ts; NaN without a score.
   */
  readonly agreement?: Float64Array | undefined;
}

/** Labels by row, as indexes into the names. */
export interface LabelColumn extends NumberedLabels {
  readonly names: readonly string[];
}

/** A label with its number of rows. */
export interface LabelCount {
  readonly name: string;
  readonly count: number;
}

/** The number of issues of each code, and the first of them. */
export interface IssueList {
  readonly counts: Readonly<Partial<Record<IssueCode, number>>>;
  readonly first: readonly Issue[];
}

/**
 * Rows scored together, as columns: all that page and store keep of rows besides their source.
 * Offsets and lengths are bytes in the source, lines are 1-based.
 */
export interface ScoredColumns {
  readonly rowCount: number;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly lines: Uint32Array;
  /** Hash of the row's id, NaN without one. */
  readonly idKeys: Float64Array;
  /** Hash of prompt and reference for rows without an id; NaN for others until needed. */
  readonly contentKeys: Float64Array;
  readonly scores: readonly ScoreValues[];
  /** The tools called. */
  readonly tools: LabelColumn;
  /** The differences between the sides, see signature.ts. */
  readonly signatures: LabelColumn;
  /** Notes of custom metrics, see row-notes.ts; absent without any. */
  readonly notes?: LabelColumn | undefined;
  readonly columns: readonly ColumnInfo[];
  readonly predictedCalls: number;
  readonly referenceCalls: number;
  readonly issues: IssueList;
  readonly skippedCount: number;
}

/** Columns without rows. */
export const NO_ROWS: ScoredColumns = {
  rowCount: 0,
  offsets: new Float64Array(),
  lengths: new Uint32Array(),
  lines: new Uint32Array(),
  idKeys: new Float64Array(),
  contentKeys: new Float64Array(),
  scores: [],
  tools: { names: [], starts: new Uint32Array(1), ids: new Uint32Array() },
  signatures: { names: [], starts: new Uint32Array(1), ids: new Uint32Array() },
  columns: [],
  predictedCalls: 0,
  referenceCalls: 0,
  issues: { counts: {}, first: [] },
  skippedCount: 0,
};

/** The scores of a column; undefined where the run has none. */
export function scoresOf(
  columns: ScoredColumns | undefined,
  columnId: string | undefined,
): ScoreValues | undefined {
  return columns?.scores.find(({ id }) => id === columnId);
}

/** How many rows are compared by tool names, because some or all calls of a side have nothing else. */
export function rowsByName({ issues }: Pick<ScoredColumns, 'issues'>): number {
  return issues.counts.names_only ?? 0;
}

/** The issues of a code kept with their places; the rest is only counted. */
export const ISSUES_KEPT = 1000;

/** An empty label column. */
export function noLabels(rowCount: number): LabelColumn {
  return { names: [], starts: new Uint32Array(rowCount + 1), ids: new Uint32Array() };
}

/** Whether every row has an id, by which two runs are paired; false without rows. */
export function hasIds(run: ScoredColumns): boolean {
  const { idKeys } = run;
  for (let row = 0; row < idKeys.length; row++) if (Number.isNaN(idKeys[row])) return false;
  return run.rowCount > 0;
}

/** Lists the labels of a row, from 0. */
export function labelsOf(column: LabelColumn, row: number): string[] {
  const from = column.starts[row] ?? 0;
  const to = column.starts[row + 1] ?? from;
  return Array.from(column.ids.subarray(from, to), (id) => column.names[id] ?? '');
}

/** Counts the rows of each label; most frequent first, then by name. */
export function countLabels({ names, ids }: LabelColumn): LabelCount[] {
  const counts = new Uint32Array(names.length);
  for (const id of ids) counts[id] = (counts[id] as number) + 1;
  return sortLabels(names, counts);
}

/** Pairs labels with their counts, most frequent first, then by name; without those that are 0. */
export function sortLabels(names: readonly string[], counts: Uint32Array): LabelCount[] {
  return names
    .map((name, id) => ({ name, count: counts[id] as number }))
    .filter((label) => label.count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** The end of a part of a dataset, from which the next one is read. */
export interface PartEnd {
  /** Bytes read from the source. */
  readonly bytesRead: number;
  /** Physical lines read. */
  readonly lineCount: number;
  /** Hash of these bytes. */
  readonly hash: number;
}

/** Compiles a test whether a row has any of the wanted labels. */
export function labelTest(
  { names, starts, ids }: LabelColumn,
  isWanted: (name: string) => boolean,
): (row: number) => boolean {
  const wanted = Uint8Array.from(names, (name) => Number(isWanted(name)));
  return (row) => {
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at++) {
      if (wanted[ids[at] as number] === 1) return true;
    }
    return false;
  };
}

/**
 * Counts labels in some rows, and the rows with a label of each group; `groupOf` has the group of
 * each label, below `groupCount`.
 */
export function countGroups(
  { names, starts, ids }: LabelColumn,
  groupOf: Uint8Array,
  groupCount: number,
  rows: Uint32Array,
): { readonly ofLabels: Uint32Array; readonly ofGroups: Uint32Array } {
  const ofLabels = new Uint32Array(names.length);
  const ofGroups = new Uint32Array(groupCount);
  const lastRow = new Int32Array(groupCount).fill(-1);
  for (const row of rows) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const id = ids[at] as number;
      ofLabels[id] = (ofLabels[id] as number) + 1;
      const group = groupOf[id] as number;
      if (lastRow[group] === row) continue;
      lastRow[group] = row;
      ofGroups[group] = (ofGroups[group] as number) + 1;
    }
  }
  return { ofLabels, ofGroups };
}

/** Lists the rows with a label, ascending. */
export function rowsWithLabel(column: LabelColumn, name: string): Uint32Array {
  const rows = column.starts.subarray(1).map((_, row) => row);
  return rows.filter(labelTest(column, (other) => other === name));
}

/** Gathers the labels of rows. */
export class LabelGatherer {
  readonly #ids = new Map<string, number>();
  readonly #starts = new GrowingArray<Uint32Array>(Uint32Array);
  readonly #labels = new GrowingArray<Uint32Array>(Uint32Array);
  /** By id: the last row with the label. */
  readonly #lastRow: number[] = [];
  readonly #keepsRepeats: boolean;

  /** Creates a gatherer; `keepsRepeats` keeps a label that a row has several times. */
  constructor(keepsRepeats = false) {
    this.#keepsRepeats = keepsRepeats;
    this.#starts.push(0);
  }

  add(names: readonly string[]): void {
    const row = this.#starts.length;
    for (const name of names) {
      const id = this.#idOf(name);
      if (this.#lastRow[id] === row && !this.#keepsRepeats) continue;
      this.#lastRow[id] = row;
      this.#labels.push(id);
    }
    this.#starts.push(this.#labels.length);
  }

  /** Adds rows whose labels are indexes into `names`; a row has at most `most`. */
  addNumbered(rows: NumberedLabels, names: readonly (readonly string[])[], most = Infinity): void {
    const meant = names.map((labels) => labels.map((name) => this.#idOf(name)));
    const found = expandLabels(rows, joinLists(meant), this.#ids.size, most);
    this.#starts.appendPlus(found.starts.subarray(1), this.#labels.length);
    this.#labels.append(found.ids);
  }

  #idOf(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) this.#ids.set(name, (id = this.#ids.size));
    return id;
  }

  finish(): LabelColumn {
    const ids = this.#labels.copy();
    const names = renumberLabels(ids, [...this.#ids.keys()]);
    return { names, starts: this.#starts.copy(), ids };
  }
}

/** Renumbers labels in order of first use, and returns the names in use. */
export function renumberLabels(ids: Uint32Array, names: readonly string[]): string[] {
  const renumbered = new Int32Array(names.length).fill(-1);
  const found: string[] = [];
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] as number;
    if (renumbered[id] === -1) renumbered[id] = found.push(names[id] as string) - 1;
    ids[at] = renumbered[id] as number;
  }
  return found;
}

function joinLists(lists: readonly (readonly number[])[]): NumberedLabels {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries())
    starts[index + 1] = (starts[index] as number) + list.length;
  return { starts, ids: Uint32Array.from(lists.flat()) };
}

/** Replaces numbers by the labels they stand for, each once a row. */
function expandLabels(
  { starts, ids }: NumberedLabels,
  meant: NumberedLabels,
  labelCount: number,
  most: number,
): NumberedLabels {
  const rowCount = starts.length - 1;
  const found = new Uint32Array(
    countMeant(ids, starts[0] as number, starts[rowCount] as number, meant),
  );
  const foundStarts = new Uint32Array(rowCount + 1);
  const lastRow = new Uint32Array(labelCount);
  let count = 0;
  for (let row = 1; row <= rowCount; row++) {
    const full = count + most;
    const end = starts[row] as number;
    for (let at = starts[row - 1] as number; at < end; at++) {
      const number = ids[at] as number;
      const to = meant.starts[number + 1] as number;
      for (let place = meant.starts[number] as number; place < to; place++) {
        const label = meant.ids[place] as number;
        if (lastRow[label] === row || count >= full) continue;
        lastRow[label] = row;
        found[count++] = label;
      }
    }
    foundStarts[row] = count;
  }
  return { starts: foundStarts, ids: found.subarray(0, count) };
}

function countMeant(
  ids: Uint32Array,
  from: number,
  to: number,
  { starts }: NumberedLabels,
): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const number = ids[at] as number;
    count += (starts[number + 1] as number) - (starts[number] as number);
  }
  return count;
}

/** Columns with more different scores than a byte can number are not coded. */
export const MAX_LEVELS = 256;

/** The distinct scores of a column and one byte a row, instead of nine. */
export interface ScoreCodes {
  /** Distinct scores, NaN included, with their outcomes. */
  readonly levels: Float64Array;
  readonly levelOutcomes: Uint8Array;
  /** Index into the levels per row. */
  readonly codes: Uint8Array;
}

/** Kept beside the columns, so that a copy with other values has no codes. */
const codesByColumn = new WeakMap<ScoreValues, ScoreCodes>();

/** The codes of a coded column; undefined for others. */
export function codesOf(scores: ScoreValues): ScoreCodes | undefined {
  return codesByColumn.get(scores);
}

/** Makes a coded column; `unpack` makes its lists when they are first read. */
export function codedScores(
  about: Omit<ScoreValues, 'values' | 'outcomes'>,
  codes: ScoreCodes,
  unpack: () => Pick<ScoreValues, 'values' | 'outcomes'>,
): ScoreValues {
  let lists: ReturnType<typeof unpack> | undefined;
  const scores = {
    ...about,
    get values() {
      return (lists ??= unpack()).values;
    },
    get outcomes() {
      return (lists ??= unpack()).outcomes;
    },
  };
  codesByColumn.set(scores, codes);
  return scores;
}

/** Reads scores of single rows without unpacking the column; NaN without one. */
export function scoreReader(scores: ScoreValues | undefined): (row: number) => number {
  const coded = scores && codesOf(scores);
  if (coded) {
    const { levels, codes } = coded;
    return (row) => levels[codes[row] ?? -1] ?? Number.NaN;
  }
  const values = scores?.values;
  return (row) => values?.[row] ?? Number.NaN;
}

/** The same for outcomes: an index into OUTCOMES, 0 for a row that does not exist. */
export function outcomeReader(scores: ScoreValues | undefined): (row: number) => number {
  const coded = scores && codesOf(scores);
  if (coded) {
    const { levelOutcomes, codes } = coded;
    return (row) => levelOutcomes[codes[row] ?? -1] ?? 0;
  }
  const outcomes = scores?.outcomes;
  return (row) => outcomes?.[row] ?? 0;
}

/** Reads one score: NaN without a score or a row. To read all rows, use `values`. */
export function scoreAt(scores: ScoreValues | undefined, row: number): number {
  return scoreReader(scores)(row);
}

/** Reads one outcome: an index into OUTCOMES, 0 for a row that does not exist. */
export function outcomeAt(scores: ScoreValues | undefined, row: number): number {
  return outcomeReader(scores)(row);
}

/** Numbers in a typed array. */
export type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array;

/** Room beyond the estimate, because rows differ in length. */
const MARGIN = 1.1;
const LEAST = 64;

/** A typed array that grows. */
export class GrowingArray<T extends Numbers> {
  readonly #make: new (length: number) => T;
  #items: T;
  length = 0;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.#items = new make(0);
  }

  push(item: number): void {
    if (this.length === this.#items.length) this.#makeRoom(Math.max(LEAST, 2 * this.length));
    this.#items[this.length++] = item;
  }

  /** Adds items, about `share` of all, in (0,1]; makes room for the rest. */
  append(items: T, share = 0.5): void {
    const start = this.#addRoom(items.length, share);
    this.#items.set(items, start);
  }

  /** Adds items plus a number. */
  appendPlus(items: Uint32Array, plus: number, share = 0.5): void {
    let at = this.#addRoom(items.length, share);
    const all = this.#items;
    for (let index = 0; index < items.length; index++) all[at++] = (items[index] as number) + plus;
  }

  /** Adds one item a number of times. */
  appendSame(item: number, count: number, share = 0.5): void {
    const start = this.#addRoom(count, share);
    this.#items.fill(item, start, start + count);
  }

  /** Adds the items at some places of a list. */
  appendFrom(list: T, places: Uint32Array | Uint8Array, share = 0.5): void {
    let at = this.#addRoom(places.length, share);
    const all = this.#items;
    for (let index = 0; index < places.length; index++)
      all[at++] = list[places[index] as number] as number;
  }

  /** Makes room and returns where new items begin. */
  #addRoom(count: number, share: number): number {
    const start = this.length;
    const length = start + count;
    if (length > this.#items.length) this.#makeRoom(Math.ceil((length * MARGIN) / share));
    this.length = length;
    return start;
  }

  #makeRoom(length: number): void {
    const larger = new this.#make(length);
    larger.set(this.take());
    this.#items = larger;
  }

  /** The first items as a view; they never change. */
  take(length = this.length): T {
    return this.#items.subarray(0, length) as T;
  }

  /** The items in memory of their own. */
  copy(): T {
    return this.#items.slice(0, this.length) as T;
  }
}
