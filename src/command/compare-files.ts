import { CHANGES as CODES, type Change } from '#core/compare/changes.ts';
import type { Comparison } from '#core/compare/compare-runs.ts';
import type { NamedRows, ReportedRun } from '#core/compare/comparison-markdown.ts';
import type { UnpairedRows } from '#core/compare/comparison-sentences.ts';
import { compareWithSource } from '#workers/compare-with-source.ts';
import { HeldRun } from '#workers/held-run.ts';
import { previewRows } from '#workers/run-questions.ts';
import type { ScoredFile } from './score-input.ts';

/** The most rows that are named together. */
export const NAMED_ROWS = 20;

/** Files compared with the first one. */
export interface ComparedFiles {
  /** The baseline first. */
  readonly runs: readonly ReportedRun[];
  /** A comparison for each candidate. */
  readonly results: readonly Comparison[];
  /** By candidate: the first rows that it lost, regressed on, lacks, and alone has, by ids. */
  readonly named: readonly (NamedRows & Required<UnpairedRows>)[];
}

/**
 * Compares scored files with the first one.
 * @param most how many rows of a kind are named
 */
export async function compareFiles(
  baseline: ScoredFile,
  candidates: readonly ScoredFile[],
  most = NAMED_ROWS,
): Promise<ComparedFiles> {
  const runs = [baseline, ...candidates].map(({ title, run }): ReportedRun => ({
    ...run,
    name: title,
    rowCount: run.columns.rowCount,
  }));
  const results = await compareWithSource(
    baseline.run,
    candidates.map(({ run }) => run),
  );
  const named: ComparedFiles['named'][number][] = [];
  for (const [place, candidate] of candidates.entries()) {
    const result = results[place];
    if (!result) continue;
    named.push({
      missing: await nameRows(baseline, [...result.onlyBaseline.subarray(0, most)]),
      added: await nameRows(candidate, [...result.onlyCandidate.subarray(0, most)]),
      lost: await nameRows(baseline, rowsWith(result, 'lost', most)),
      regressed: await nameRows(baseline, rowsWith(result, 'regressed', most)),
    });
  }
  return { runs, results, named };
}

function rowsWith({ changes, baselineRows }: Comparison, change: Change, most: number): number[] {
  const rows: number[] = [];
  for (let pair = 0; pair < changes.length && rows.length < most; pair++)
    if (CODES[changes[pair] as number] === change) rows.push(baselineRows[pair] as number);
  return rows;
}

/** The names of rows: their ids, or their numbers where they have none. */
export async function nameRows({ run }: ScoredFile, rows: readonly number[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const previews = await previewRows([HeldRun.of(run)], { rows });
  return previews.map(({ id }, at) => (id === '' ? `row ${(rows[at] ?? 0) + 1}` : id));
}
