import { isPass, thresholdOf } from '#core/explain/summary/statistics.ts';
import { MOST_RUNS } from '#core/explain/learn-reference/learn-reference.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** A run that a reference may be learnt from. */
export interface CandidateRun {
  readonly row: number;
  /** Whether it passes by the run's first metric; undefined where that has no score or threshold. */
  readonly isPassing: boolean | undefined;
}

/**
 * Lists the rows of the same task as a row: those with its id.
 * @returns row numbers, ascending; the row alone where it has no id, or no other row has it
 */
export function rowsOfTask({ columns }: OpenRun, row: number): number[] {
  const id = columns.idKeys[row] ?? Number.NaN;
  const rows: number[] = [];
  const { idKeys } = columns;
  // counted, because of a million rows: an iterator takes a tenth of a second
  for (let other = 0; other < idKeys.length; other++) if (idKeys[other] === id) rows.push(other);
  return Number.isNaN(id) ? [row] : rows;
}

/** Tells of rows whether they pass; those beyond the most that are learnt from are left out. */
export function candidatesOf(
  { columns, record }: OpenRun,
  rows: readonly number[],
): CandidateRun[] {
  const [scores] = columns.scores;
  const threshold = scores && thresholdOf(scores.metricId, record.settings.thresholds ?? {});
  return rows.slice(0, MOST_RUNS).map((row) => {
    const value = scores?.values[row] ?? Number.NaN;
    const isKnown = scores !== undefined && threshold !== undefined && !Number.isNaN(value);
    return { row, isPassing: isKnown ? isPass(scores.metricId, value, threshold) : undefined };
  });
}

/** Which runs are learnt from unless a person says otherwise: those that pass, where there are several, else all. */
export function chosenAtFirst(candidates: readonly CandidateRun[]): ReadonlySet<number> {
  const passing = candidates.filter(({ isPassing }) => isPassing === true);
  return new Set((passing.length > 1 ? passing : candidates).map(({ row }) => row));
}
