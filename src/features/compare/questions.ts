import { transfer } from 'comlink';
import type { Comparison } from '#core/compare/compare-runs.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import {
  detailRuns as detailOf,
  type RunRow,
  type RunsDetail,
} from '#core/explain/row/runs-detail.ts';
import { compareWithSource } from '#workers/compare-with-source.ts';
import type { HeldRuns } from '#workers/held-run.ts';

/** Compares runs with the first one, row by row: the pairs and the metrics of each. */
export async function compare(runs: HeldRuns): Promise<Comparison[]> {
  const [baseline, ...others] = runs.map((run) => ({ columns: run.columns, ...run.source }));
  const compared = baseline ? await compareWithSource(baseline, others) : [];
  return transfer(compared, compared.flatMap(rowBuffersOf));
}

/** The parts of a comparison with an entry for each row. */
function rowBuffersOf(compared: Comparison): ArrayBuffer[] {
  const { baselineRows, candidateRows, partners, onlyBaseline, onlyCandidate } = compared;
  const { changes, byChange } = compared;
  const lists = [baselineRows, candidateRows, partners, onlyBaseline, onlyCandidate];
  return [...lists, changes, byChange].map(({ buffer }) => buffer as ArrayBuffer);
}

/**
 * Reads a row of several runs, call by call.
 * @param runs the baseline first, whose matching rules are used
 * @param numbers the row's number in each; −1 where a run has no such row
 */
export async function detailRuns(runs: HeldRuns, numbers: readonly number[]): Promise<RunsDetail> {
  const rows: (RunRow | null)[] = [];
  for (const [place, run] of runs.entries()) {
    let row: RunRow | null = null;
    const number = numbers[place] ?? -1;
    const { roles } = run.source;
    if (number >= 0) await run.readRows([number], (record) => (row = { record, roles }));
    rows.push(row);
  }
  return detailOf(rows, createMatcher(runs[0].source.settings.matching));
}
