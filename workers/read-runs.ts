import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { createMatcher } from '#core/matching/match-calls.ts';
import type { MatchingRules } from '#core/matching/rules.ts';
import { detailRuns, type RunRow, type RunsDetail } from '#core/row/runs-detail.ts';
import { readRecords, type RowPlaces } from './read-rows.ts';

/** Where a run has a row. */
export interface RunSource {
  readonly rows: Blob;
  readonly places: RowPlaces;
  readonly roles: ColumnRoles;
}

/**
 * Reads a row of several runs.
 * @param sides where each has it, the baseline first; null where one has no such row
 * @param matching the rules of the baseline
 * @returns the row, call by call
 */
export async function readRuns(
  sides: readonly (RunSource | null)[],
  matching: MatchingRules | undefined,
): Promise<RunsDetail> {
  const rows: (RunRow | null)[] = [];
  for (const side of sides) {
    let row: RunRow | null = null;
    if (side) {
      const { roles } = side;
      await readRecords(side.rows, side.places, (record) => (row = { record, roles }));
    }
    rows.push(row);
  }
  return detailRuns(rows, createMatcher(matching));
}
