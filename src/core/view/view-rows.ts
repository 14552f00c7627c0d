import { FIRST_ERROR } from '#core/metrics/metric.ts';
import type { LabelColumn, ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';

/** One condition on rows; a row is shown when it meets all of them. */
export type Filter =
  | {
      readonly kind: 'score';
      readonly columnId: string;
      readonly min: number;
      readonly max: number;
    }
  /** Rows that are below full marks in some metric with a verdict. */
  | { readonly kind: 'failing'; readonly columnId: string }
  | { readonly kind: 'not-evaluated' }
  | { readonly kind: 'agent-failed' }
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'text'; readonly text: string };

/** What rows are sorted by: a score column's id, or their place in the data. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

/** Place in the data: the order before anything is sorted. */
export const BY_PLACE = 'place';

/**
 * Tells whether a view is the data as it stands: nothing filtered, nothing sorted.
 * @param filters the conditions
 * @param sorting the order
 * @returns whether every row is shown in its place
 */
export function isWhole(filters: readonly Filter[], sorting: Sorting): boolean {
  return filters.length === 0 && sorting.by === BY_PLACE && !sorting.descending;
}

/**
 * Lists every row in its place.
 * @param rowCount how many rows there are
 * @returns 0 to rowCount − 1
 */
export function allRows(rowCount: number): Uint32Array {
  const rows = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) rows[row] = row;
  return rows;
}

/**
 * Lists the rows that meet every filter, in order. Rows without a score always sort last.
 * @param columns the scored rows
 * @param filters conditions; none keeps every row
 * @param sorting the order
 * @param textMatches one byte per row for the text filter, 1 where it matches; needed when there is one
 * @returns row numbers
 */
export function viewRows(
  columns: ScoredColumns,
  filters: readonly Filter[],
  sorting: Sorting,
  textMatches?: Uint8Array,
): Uint32Array {
  if (isWhole(filters, sorting)) return allRows(columns.rowCount);
  const keep = new Uint8Array(columns.rowCount).fill(1);
  for (const filter of filters) applyFilter(columns, filter, keep, textMatches);
  const rows = new Uint32Array(columns.rowCount);
  let count = 0;
  for (let row = 0; row < columns.rowCount; row++) if (keep[row] === 1) rows[count++] = row;
  return sortRows(columns, rows.slice(0, count), sorting);
}

function applyFilter(
  columns: ScoredColumns,
  filter: Filter,
  keep: Uint8Array,
  textMatches: Uint8Array | undefined,
): void {
  const isKept = predicateOf(columns, filter, textMatches);
  for (let row = 0; row < keep.length; row++) if (keep[row] === 1 && !isKept(row)) keep[row] = 0;
}

function predicateOf(
  columns: ScoredColumns,
  filter: Filter,
  textMatches: Uint8Array | undefined,
): (row: number) => boolean {
  switch (filter.kind) {
    case 'score': {
      const values = findScores(columns, filter.columnId)?.values;
      return (row) => {
        const value = values?.[row] ?? Number.NaN;
        return value >= filter.min && value <= filter.max;
      };
    }
    case 'failing': {
      const values = findScores(columns, filter.columnId)?.values;
      return (row) => (values?.[row] ?? Number.NaN) < 1;
    }
    case 'not-evaluated':
      return notEvaluated(columns);
    case 'agent-failed': {
      const values = findScores(columns, 'failure')?.values;
      return (row) => values?.[row] === 1;
    }
    case 'tool':
      return hasLabel(columns.tools, filter.tool);
    case 'signature':
      return hasLabel(columns.signatures, filter.signature);
    case 'text':
      return (row) => textMatches?.[row] === 1;
  }
}

/** Rows that some trajectory metric could not score. */
function notEvaluated(columns: ScoredColumns): (row: number) => boolean {
  const trajectoryScores = columns.scores.filter(({ metricId }) =>
    metricId.startsWith('trajectory_'),
  );
  return (row) => trajectoryScores.some(({ outcomes }) => (outcomes[row] ?? 0) > 0);
}

function hasLabel(column: LabelColumn, name: string): (row: number) => boolean {
  const id = column.names.indexOf(name);
  return (row) => {
    const to = column.starts[row + 1] ?? 0;
    for (let at = column.starts[row] ?? 0; at < to; at++) if (column.ids[at] === id) return true;
    return false;
  };
}

function findScores(columns: ScoredColumns, columnId: string): ScoreValues | undefined {
  return columns.scores.find(({ id }) => id === columnId);
}

function sortRows(
  columns: ScoredColumns,
  rows: Uint32Array,
  { by, descending }: Sorting,
): Uint32Array {
  if (by === BY_PLACE) return descending ? rows.reverse() : rows;
  const values = findScores(columns, by)?.values;
  if (!values) return rows;
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => {
    const x = values[a] as number;
    const y = values[b] as number;
    if (Number.isNaN(x) || Number.isNaN(y))
      return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
    return (x - y) * sign || a - b;
  });
}

/** How many rows each of the usual filters would keep. */
export interface FilterCounts {
  readonly failing: Readonly<Record<string, number>>;
  readonly notEvaluated: number;
  readonly unreadable: number;
  readonly agentFailed: number;
}

/**
 * Counts rows for the filter chips, so that a count is true before the click.
 * @param columns the scored rows
 * @returns the counts over all rows
 */
export function countFilters(columns: ScoredColumns): FilterCounts {
  const failing: Record<string, number> = {};
  for (const { id, values } of columns.scores) {
    failing[id] = values.reduce((count, value) => count + (value < 1 ? 1 : 0), 0);
  }
  const isNotEvaluated = notEvaluated(columns);
  let skipped = 0;
  let unreadable = 0;
  for (let row = 0; row < columns.rowCount; row++) {
    if (isNotEvaluated(row)) skipped++;
    if (columns.scores.some(({ outcomes }) => (outcomes[row] ?? 0) >= FIRST_ERROR)) unreadable++;
  }
  const failed = findScores(columns, 'failure')?.values ?? new Float64Array();
  const agentFailed = failed.reduce((count, value) => count + (value === 1 ? 1 : 0), 0);
  return { failing, notEvaluated: skipped, unreadable, agentFailed };
}
