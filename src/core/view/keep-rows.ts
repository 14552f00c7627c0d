import { fullMarks } from '#core/metrics/full-marks.ts';
import type { LabelColumn, ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { rowsOfCell, type CellOfTools } from '#core/tool-table/tool-table.ts';
import type { CellValues } from './cell-values.ts';
import { isTrajectoryMetric } from './count-filters.ts';

/** One condition on rows; a row is shown when it meets all of them. */
export type Filter =
  | {
      readonly kind: 'score';
      readonly columnId: string;
      readonly min: number;
      readonly max: number;
    }
  /** Rows short of full marks in a metric; none of a metric without full marks. */
  | { readonly kind: 'failing'; readonly columnId: string }
  /** Rows without a score in a column. */
  | { readonly kind: 'unscored'; readonly columnId: string }
  | { readonly kind: 'not-evaluated' }
  | { readonly kind: 'agent-failed' }
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'signature'; readonly signature: string }
  /** Rows of a cell of the tool table; an empty tool stands for “no call”. */
  | ({ readonly kind: 'tool-pair' } & CellOfTools)
  /** Rows with a value in a column of the dataset; an empty text for blank cells. */
  | { readonly kind: 'cell'; readonly column: string; readonly value: string }
  | { readonly kind: 'text'; readonly text: string };

/** What filters need that is read from the rows' source. */
export interface ReadForFilters {
  /** One byte per row for the text filter, 1 where it matches. */
  readonly textMatches?: Uint8Array | undefined;
  /** Values of the columns that `cell` filters name. */
  readonly cells?: ReadonlyMap<string, CellValues> | undefined;
  /** The tool pairs of every row, for `tool-pair` filters. */
  readonly toolPairs?: LabelColumn | undefined;
}

/**
 * Tells whether a filter needs every row's source.
 * @param filter the condition
 * @returns whether something must be read for it
 */
export function needsSource(filter: Filter): boolean {
  const { kind } = filter;
  return kind === 'text' || kind === 'cell' || kind === 'tool-pair';
}

/**
 * Lists the rows that meet every filter, in their place.
 * @param columns the scored rows
 * @param filters conditions; none keeps every row
 * @param read what was read for them; a filter without it keeps nothing
 * @returns row numbers, rising
 */
export function keepRows(
  columns: ScoredColumns,
  filters: readonly Filter[],
  read: ReadForFilters = {},
): Uint32Array {
  const misses = new Uint8Array(columns.rowCount);
  for (const filter of filters) markMisses(columns, filter, read, misses);
  const rows = new Uint32Array(columns.rowCount);
  let count = 0;
  for (let row = 0; row < misses.length; row++) if (misses[row] === 0) rows[count++] = row;
  return rows.slice(0, count);
}

/** Marks the rows that do not meet a filter. */
function markMisses(
  columns: ScoredColumns,
  filter: Filter,
  read: ReadForFilters,
  misses: Uint8Array,
): void {
  switch (filter.kind) {
    case 'score':
      markOutside(findScores(columns, filter.columnId), filter.min, filter.max, misses);
      break;
    case 'failing':
      markPassing(findScores(columns, filter.columnId), misses);
      break;
    case 'unscored':
      markScored([findScores(columns, filter.columnId)], misses);
      break;
    case 'not-evaluated':
      markScored(
        columns.scores.filter(({ metricId }) => isTrajectoryMetric(metricId)),
        misses,
      );
      break;
    case 'agent-failed':
      markOutside(findScores(columns, 'failure'), 1, 1, misses);
      break;
    case 'tool':
      markWithout(columns.tools, filter.tool, misses);
      break;
    case 'signature':
      markWithout(columns.signatures, filter.signature, misses);
      break;
    case 'tool-pair':
      markOutsideCell(read.toolPairs, filter, misses);
      break;
    case 'cell':
      markOtherCells(read.cells?.get(filter.column), filter.value, misses);
      break;
    case 'text':
      markUnmatched(read.textMatches, misses);
      break;
  }
}

function markOutsideCell(
  pairs: LabelColumn | undefined,
  cell: CellOfTools,
  misses: Uint8Array,
): void {
  const isInside = new Uint8Array(misses.length);
  for (const row of pairs ? rowsOfCell(pairs, cell) : []) isInside[row] = 1;
  for (let row = 0; row < misses.length; row++) if (isInside[row] === 0) misses[row] = 1;
}

/** Marks the rows that have full marks or no score. */
function markPassing(scores: ScoreValues | undefined, misses: Uint8Array): void {
  const full = scores && fullMarks(scores.metricId);
  if (!scores || full === undefined) {
    misses.fill(1);
    return;
  }
  const { values } = scores;
  for (let row = 0; row < misses.length; row++) {
    const value = values[row] as number;
    if (Number.isNaN(value) || value === full) misses[row] = 1;
  }
}

function markOutside(
  scores: ScoreValues | undefined,
  min: number,
  max: number,
  misses: Uint8Array,
): void {
  if (!scores) {
    misses.fill(1);
    return;
  }
  const { values } = scores;
  for (let row = 0; row < misses.length; row++) {
    const value = values[row] as number;
    if (!(value >= min && value <= max)) misses[row] = 1;
  }
}

/** Marks the rows that every one of the columns has a score for. */
function markScored(columns: readonly (ScoreValues | undefined)[], misses: Uint8Array): void {
  const isUnscored = new Uint8Array(misses.length);
  for (const scores of columns) {
    if (!scores) continue;
    const { outcomes } = scores;
    for (let row = 0; row < misses.length; row++) if (outcomes[row] !== 0) isUnscored[row] = 1;
  }
  for (let row = 0; row < misses.length; row++) if (isUnscored[row] === 0) misses[row] = 1;
}

function markWithout(column: LabelColumn, name: string, misses: Uint8Array): void {
  const wanted = column.names.indexOf(name);
  const { ids, starts } = column;
  if (wanted < 0) {
    misses.fill(1);
    return;
  }
  let at = 0;
  for (let row = 0; row < misses.length; row++) {
    const end = starts[row + 1] as number;
    let isMissing = 1;
    for (; at < end; at++) if (ids[at] === wanted) isMissing = 0;
    if (isMissing === 1) misses[row] = 1;
  }
}

function markOtherCells(cells: CellValues | undefined, value: string, misses: Uint8Array): void {
  const wanted = cells?.names.indexOf(value) ?? -1;
  if (!cells || wanted < 0) {
    misses.fill(1);
    return;
  }
  const { codes } = cells;
  for (let row = 0; row < misses.length; row++) if (codes[row] !== wanted) misses[row] = 1;
}

function markUnmatched(matches: Uint8Array | undefined, misses: Uint8Array): void {
  if (!matches) {
    misses.fill(1);
    return;
  }
  for (let row = 0; row < misses.length; row++) if (matches[row] !== 1) misses[row] = 1;
}

function findScores(columns: ScoredColumns, columnId: string): ScoreValues | undefined {
  return columns.scores.find(({ id }) => id === columnId);
}
