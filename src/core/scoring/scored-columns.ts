import type { ColumnInfo } from '#core/dataset/column-roles.ts';
import type { Issue, IssueCode } from '#core/issues/issue.ts';
import type { ScoreColumn } from '#core/metrics/metric.ts';

/** One score column: a value and an outcome per row. */
export interface ScoreValues extends ScoreColumn {
  /** The score, NaN where there is none. */
  readonly values: Float64Array;
  /** Index into OUTCOMES per row. */
  readonly outcomes: Uint8Array;
}

/** Labels per row in compressed form: row `i` has `ids[starts[i]] … ids[starts[i + 1] - 1]`. */
export interface LabelColumn {
  readonly names: readonly string[];
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
}

/** A label with the number of rows that carry it. */
export interface LabelCount {
  readonly name: string;
  readonly count: number;
}

/** How many issues there are of each code, and the first of them. */
export interface IssueList {
  readonly counts: Readonly<Partial<Record<IssueCode, number>>>;
  readonly first: readonly Issue[];
}

/**
 * Rows scored together, as columns: all that the page and the store keep of rows besides their
 * source text. Offsets and lengths are bytes in the source, lines are 1-based.
 */
export interface ScoredColumns {
  readonly rowCount: number;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly lines: Uint32Array;
  /** Hash of the row's id, NaN without one. */
  readonly idKeys: Float64Array;
  /** Hash of prompt and reference of rows without an id, NaN of the others until it is needed. */
  readonly contentKeys: Float64Array;
  readonly scores: readonly ScoreValues[];
  /** Tools that occur in the prediction. */
  readonly tools: LabelColumn;
  /** What differs between the sides, see signature.ts. */
  readonly signatures: LabelColumn;
  readonly columns: readonly ColumnInfo[];
  readonly predictedCalls: number;
  readonly referenceCalls: number;
  readonly issues: IssueList;
  readonly skippedCount: number;
}

/** No rows at all: what a summary without rows has. */
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

/** The most issues kept with their place; the rest are counted. */
export const ISSUES_KEPT = 1000;

/**
 * Joins parts scored one after another.
 * @param parts the parts, in row order; at least one, with the same score columns
 * @returns the rows of all parts
 */
export function joinColumns(parts: readonly ScoredColumns[]): ScoredColumns {
  const [first] = parts;
  if (!first) throw new RangeError('joinColumns needs at least one part');
  if (parts.length === 1) return first;
  const rowCount = sum(parts.map((part) => part.rowCount));
  return {
    rowCount,
    offsets: joinFloats(parts.map((part) => part.offsets)),
    lengths: joinIntegers(parts.map((part) => part.lengths)),
    lines: joinIntegers(parts.map((part) => part.lines)),
    idKeys: joinFloats(parts.map((part) => part.idKeys)),
    contentKeys: joinFloats(parts.map((part) => part.contentKeys)),
    scores: first.scores.map((column, index) => ({
      ...column,
      values: joinFloats(parts.map((part) => scoreAt(part, index).values)),
      outcomes: joinBytes(parts.map((part) => scoreAt(part, index).outcomes)),
    })),
    tools: joinLabels(parts.map((part) => part.tools)),
    signatures: joinLabels(parts.map((part) => part.signatures)),
    columns: joinInfos(parts.map((part) => part.columns)),
    predictedCalls: sum(parts.map((part) => part.predictedCalls)),
    referenceCalls: sum(parts.map((part) => part.referenceCalls)),
    issues: joinIssues(parts.map((part) => part.issues)),
    skippedCount: sum(parts.map((part) => part.skippedCount)),
  };
}

function scoreAt(part: ScoredColumns, index: number): ScoreValues {
  const column = part.scores[index];
  if (!column) throw new RangeError('parts have different score columns');
  return column;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}

function joinFloats(arrays: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(sum(arrays.map((array) => array.length)));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function joinIntegers(arrays: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(sum(arrays.map((array) => array.length)));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function joinBytes(arrays: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(sum(arrays.map((array) => array.length)));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function joinLabels(parts: readonly LabelColumn[]): LabelColumn {
  const idByName = new Map<string, number>();
  const starts = new Uint32Array(sum(parts.map((part) => part.starts.length - 1)) + 1);
  const ids = new Uint32Array(sum(parts.map((part) => part.ids.length)));
  let row = 0;
  let at = 0;
  for (const part of parts) {
    const renamed = part.names.map((name) => {
      const id = idByName.get(name) ?? idByName.size;
      idByName.set(name, id);
      return id;
    });
    for (let i = 1; i < part.starts.length; i++) starts[++row] = at + (part.starts[i] as number);
    for (const id of part.ids) ids[at++] = renamed[id] as number;
  }
  return { names: [...idByName.keys()], starts, ids };
}

function joinInfos(parts: readonly (readonly ColumnInfo[])[]): ColumnInfo[] {
  const filled = new Map<string, number>();
  for (const info of parts.flat())
    filled.set(info.name, (filled.get(info.name) ?? 0) + info.filled);
  return [...filled].map(([name, count]) => ({ name, filled: count }));
}

/**
 * Joins issue lists, keeping the first {@link ISSUES_KEPT} issues.
 * @param lists the lists, in the order of the source
 * @returns one list
 */
export function joinIssues(lists: readonly IssueList[]): IssueList {
  const counts: Partial<Record<IssueCode, number>> = {};
  for (const list of lists) {
    for (const [code, count] of Object.entries(list.counts) as [IssueCode, number][]) {
      counts[code] = (counts[code] ?? 0) + count;
    }
  }
  return { counts, first: lists.flatMap((list) => list.first).slice(0, ISSUES_KEPT) };
}

/**
 * Lists the labels of a row.
 * @param column the label column
 * @param row a 0-based row number
 * @returns the labels' names
 */
export function labelsOf(column: LabelColumn, row: number): string[] {
  const from = column.starts[row] ?? 0;
  const to = column.starts[row + 1] ?? from;
  return Array.from(column.ids.subarray(from, to), (id) => column.names[id] ?? '');
}

/**
 * Counts the rows that carry each label.
 * @param column the label column
 * @returns names with their number of rows, most frequent first, then by name
 */
export function countLabels(column: LabelColumn): LabelCount[] {
  const counts = new Uint32Array(column.names.length);
  for (const id of column.ids) counts[id] = (counts[id] as number) + 1;
  return column.names
    .map((name, id) => ({ name, count: counts[id] as number }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
