import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { RecordCells } from '#core/read/dataset/row-cells.ts';
import { compareRuns, type Comparison } from '#core/compare/compare-runs.ts';
import { contentKeyOf } from '#core/score/columns/chunk-builder.ts';
import { hasIds, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { CellValues } from '#core/explain/view/cell-values.ts';
import type { GateConfig } from '#core/gate/gate-config.ts';
import { judgeGate, needsOf, type GateNeeds, type GateResult } from '#core/gate/judge-gate.ts';
import type { GateRun } from '#core/gate/measure.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { readRecords, type RowFile, readCells } from './read-rows.ts';

/** A run with the bytes that its rows are read from. */
interface ComparableRun extends RowFile {
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
async function columnsToPair(runs: readonly ComparableRun[]): Promise<ScoredColumns[]> {
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

/** A run with the bytes that its rows are read from, and what it was scored under. */
export interface JudgeableRun extends ComparableRun {
  readonly settings: MetricSettings;
}

/**
 * Judges a run by a gate, reading of its rows what the conditions need.
 * @param baseline the run that it is compared with, if any
 */
export async function judgeWithSource(
  config: GateConfig,
  candidate: JudgeableRun,
  baseline?: JudgeableRun,
): Promise<GateResult> {
  const needs = needsOf(config);
  const runs = baseline && needs.baseline ? [candidate, baseline] : [candidate];
  const columns = runs.length > 1 ? await columnsToPair(runs) : [candidate.columns];
  const read: GateRun[] = [];
  for (const [place, run] of runs.entries())
    read.push(await gateRun(run, columns[place] ?? run.columns, needs));
  return judgeGate(config, read[0] as GateRun, read[1]);
}

async function gateRun(
  run: JudgeableRun,
  columns: ScoredColumns,
  needs: GateNeeds,
): Promise<GateRun> {
  const { roles, settings } = run;
  const names = new Set(columns.columns.map(({ name }) => name));
  const cells = new Map<string, CellValues>();
  for (const column of needs.cells)
    if (names.has(column)) cells.set(column, await readCells(run, columns, column));
  const { thresholds = {} } = settings;
  if (!needs.callCounts) return { columns, thresholds, cells };
  const callCounts = new Float64Array(columns.rowCount);
  await readRecords(run, columns, (record, row) => {
    const { prediction } = readRow(record, roles, 0).row;
    callCounts[row] = prediction.state === 'calls' ? prediction.calls.length : Number.NaN;
  });
  return { columns, thresholds, cells, callCounts };
}
