import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { ResultCsv } from '#core/share/results/result-table.ts';
import { letterAt, type RunLetter } from '#core/compare/run-letters.ts';
import type { ComparedRow } from './comparison.svelte.ts';
import { scoreAt } from '#core/score/columns/score-codes.ts';
import { scoresOf } from './strip-of.ts';
import { againstA, comparisonReport as texts } from './texts.ts';

/** A row of a comparison with what is read of it. */
export interface ReportedRow extends ComparedRow {
  readonly id: string;
  readonly prompt: string;
  readonly whatChanged: string;
}

/**
 * Writes the rows of a comparison as CSV: id, prompt, what became of the row, each run's score in
 * each metric (`trajectory_recall/A`), and what changed. Cells are guarded against formulas.
 * @param runs the columns of each run, the baseline's first
 * @param letter the candidate whose changes are told
 * @returns the file's lines, with their ends
 */
export function comparisonCsv(
  runs: readonly ScoredColumns[],
  letter: RunLetter,
  rows: readonly ReportedRow[],
): string[] {
  const columnIds = [...new Set(runs.flatMap(({ scores }) => scores.map(({ id }) => id)))];
  const csv = new ResultCsv([
    'id',
    'prompt',
    againstA(letter),
    ...columnIds.flatMap((id) => runs.map((_, place) => `${id}/${letterAt(place)}`)),
    texts.whatChanged,
  ]);
  for (const row of rows) {
    const { id, prompt, change, whatChanged } = row;
    const scores = columnIds.flatMap((columnId) =>
      runs.map((columns, place) => {
        const value = scoreAt(scoresOf(columns, columnId), row.rows[place] ?? -1);
        return Number.isNaN(value) ? null : value;
      }),
    );
    const first = row.rows.findIndex((at) => at >= 0);
    csv.add([id, prompt, change ?? texts.onlyIn(letterAt(first)), ...scores, whatChanged]);
  }
  return csv.parts();
}
