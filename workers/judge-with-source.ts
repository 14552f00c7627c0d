import type { CellValues } from '#core/explain/view/cell-values.ts';
import type { GateConfig } from '#core/gate/gate-config.ts';
import { judgeGate, needsOf, type GateNeeds, type GateResult } from '#core/gate/judge-gate.ts';
import type { GateRun } from '#core/gate/measure.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { columnsToPair, type ComparableRun } from './compare-with-source.ts';
import { readCells, readRecords } from './read-rows.ts';

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
