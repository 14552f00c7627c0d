import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { RecordCells } from '#core/read/dataset/row-cells.ts';
import { compareRuns, type Comparison } from '#core/compare/compare-runs.ts';
import { contentKeyOf } from '#core/score/columns/chunk-builder.ts';
import { hasIds, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { readRecords, type RowFile } from './read-rows.ts';

/** A run with the bytes that its rows are read from. */
export interface ComparableRun extends RowFile {
  readonly columns: ScoredColumns;
  readonly roles: ColumnRoles;
}

/**
 * Compares runs with the first one, row by row, by id where all rows of all have one, else by prompt
 * and reference.
 * @param baseline the first
 * @param candidates the others
 * @returns a comparison for each candidate, in their order
 */
export async function compareWithSource(
  baseline: ComparableRun,
  candidates: readonly ComparableRun[],
): Promise<Comparison[]> {
  const [a, ...others] = await columnsToPair([baseline, ...candidates]);
  return compareRuns(a as ScoredColumns, others);
}

/**
 * Completes the columns of runs with the keys that their rows are paired by.
 * @returns the columns of each run, in their order
 */
export async function columnsToPair(runs: readonly ComparableRun[]): Promise<ScoredColumns[]> {
  const byId = runs.every(({ columns }) => hasIds(columns));
  const found: ScoredColumns[] = [];
  for (const run of runs) found.push(byId ? run.columns : await withContentKeys(run));
  return found;
}

/** The rows with keys of prompt and reference, also where they have ids. */
async function withContentKeys(run: ComparableRun): Promise<ScoredColumns> {
  const { columns, roles } = run;
  if (!columns.contentKeys.some(Number.isNaN)) return columns;
  const contentKeys = new Float64Array(columns.rowCount);
  await readRecords(run, columns, (record, index) => {
    contentKeys[index] = contentKeyOf(
      new RecordCells(record),
      readRow(record, roles, 0).row,
      roles,
    );
  });
  return { ...columns, contentKeys };
}
