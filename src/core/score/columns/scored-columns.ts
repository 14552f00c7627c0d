import type { NumberedLabels } from '#core/read/dataset/row-cells.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';
import type { Issue, IssueCode } from '#core/read/issues/issue.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';

/** One score column: a value and an outcome per row. */
export interface ScoreValues extends ScoreColumn {
  /** The score, NaN where there is none. */
  readonly values: Float64Array;
  /** Index into OUTCOMES per row. */
  readonly outcomes: Uint8Array;
  /** What a judge said about each row, or why it returned no verdict; an empty text where nothing. */
  readonly texts?: readonly string[] | undefined;
  /** How far a judge’s samples of each row agree, see combine-samples.ts; NaN where there is no score. */
  readonly agreement?: Float64Array | undefined;
}

/** Labels per row in compressed form, by their places among the names. */
export interface LabelColumn extends NumberedLabels {
  readonly names: readonly string[];
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
  /** What a person's own metrics report besides scores, see row-notes.ts; only where there are some. */
  readonly notes?: LabelColumn | undefined;
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

/** A run's scores under a column; undefined when it has no such column. */
export function scoresOf(
  columns: ScoredColumns | undefined,
  columnId: string | undefined,
): ScoreValues | undefined {
  return columns?.scores.find(({ id }) => id === columnId);
}

/** How many rows are compared by the names of tools alone, because one of their sides has no more. */
export function rowsByName({ issues }: Pick<ScoredColumns, 'issues'>): number {
  return issues.counts.names_only ?? 0;
}

/** The most issues of a kind kept with their place; the rest are counted. */
export const ISSUES_KEPT = 1000;

/** Creates a label column without labels. */
export function noLabels(rowCount: number): LabelColumn {
  return { names: [], starts: new Uint32Array(rowCount + 1), ids: new Uint32Array() };
}

/** Whether every row has an id: two such runs are paired by it. False without rows. */
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

/** Counts the rows that carry each label, most frequent first, then by name. */
export function countLabels({ names, ids }: LabelColumn): LabelCount[] {
  const counts = new Uint32Array(names.length);
  for (const id of ids) counts[id] = (counts[id] as number) + 1;
  return sortLabels(names, counts);
}

/** Sets labels beside their counts, the most frequent first, then by name; without those that do not occur. */
export function sortLabels(names: readonly string[], counts: Uint32Array): LabelCount[] {
  return names
    .map((name, id) => ({ name, count: counts[id] as number }))
    .filter((label) => label.count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Where a part of a dataset ends and what was read of it: all that going on after it needs. */
export interface PartEnd {
  /** Bytes of the source that the part was read from. */
  readonly bytesRead: number;
  /** Physical lines among them. */
  readonly lineCount: number;
  /** Hash of these bytes. */
  readonly hash: number;
}

/** Compiles whether a row carries a label that is wanted. */
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

/** Lists the rows, ascending, that carry a label. */
export function rowsWithLabel(column: LabelColumn, name: string): Uint32Array {
  const rows = column.starts.subarray(1).map((_, row) => row);
  return rows.filter(labelTest(column, (other) => other === name));
}
