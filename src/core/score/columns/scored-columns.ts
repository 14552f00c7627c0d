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

/** How many rows are compared by tool names, because a side has nothing else. */
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

/** Lists the rows with a label, ascending. */
export function rowsWithLabel(column: LabelColumn, name: string): Uint32Array {
  const rows = column.starts.subarray(1).map((_, row) => row);
  return rows.filter(labelTest(column, (other) => other === name));
}
