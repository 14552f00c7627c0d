import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import type { Filter } from './filter.ts';
import { keepRows, type ReadForFilters } from './keep-rows.ts';
import { BY_PLACE, sortRows, type Sorting } from './sort-rows.ts';

/**
 * Tells whether a view is the data as it stands: nothing filtered, nothing sorted.
 * @param filters the conditions
 * @param sorting the order
 * @returns whether every row is shown in its place
 */
export function isWhole(filters: readonly Filter[], sorting: Sorting): boolean {
  const [first] = sorting;
  return filters.length === 0 && (!first || (first.by === BY_PLACE && !first.descending));
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
 * @param read what was read for the filters that need the rows' source
 * @returns row numbers
 */
export function viewRows(
  columns: ScoredColumns,
  filters: readonly Filter[],
  sorting: Sorting,
  read?: ReadForFilters,
): Uint32Array {
  return sortRows(columns, keepRows(columns, filters, read), sorting);
}
