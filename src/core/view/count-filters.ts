import { isErrorOutcome } from '#core/metrics/metric.ts';
import { fullMarks } from '#core/metrics/full-marks.ts';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import { countOf, type Distribution } from '#core/statistics/distribution.ts';
import { distributionsOf } from '#core/summary/summarise.ts';

/** How many rows each of the usual filters would keep. */
export interface FilterCounts {
  /** Rows short of full marks, by column; metrics without full marks have none. */
  readonly failing: Readonly<Record<string, number>>;
  readonly notEvaluated: number;
  readonly unreadable: number;
  readonly agentFailed: number;
}

const SKIPPED = 1;
const UNREADABLE = 2;

/**
 * Counts rows for the filter chips, so that a count is true before the click.
 * @param columns the scored rows
 * @param distributions how the values of each score column are distributed
 * @returns the counts over all rows
 */
export function countFilters(
  columns: ScoredColumns,
  distributions: readonly Distribution[] = distributionsOf(columns.scores),
): FilterCounts {
  const failing: Record<string, number> = {};
  let agentFailed = 0;
  for (const [at, { id, metricId }] of columns.scores.entries()) {
    const distribution = distributions[at];
    if (!distribution) continue;
    const full = fullMarks(metricId);
    if (full !== undefined) failing[id] = distribution.size - countOf(distribution, full);
    if (id === 'failure') agentFailed = countOf(distribution, 1);
  }
  const flags = flagOutcomes(columns);
  let notEvaluated = 0;
  let unreadable = 0;
  for (let row = 0; row < flags.length; row++) {
    const flag = flags[row] as number;
    if ((flag & SKIPPED) !== 0) notEvaluated++;
    if ((flag & UNREADABLE) !== 0) unreadable++;
  }
  return { failing, notEvaluated, unreadable, agentFailed };
}

/** Marks rows that some trajectory metric has no score for, and rows with an error of the data. */
function flagOutcomes({ scores, rowCount }: ScoredColumns): Uint8Array {
  const flags = new Uint8Array(rowCount);
  for (const { metricId, outcomes } of scores) {
    const skipped = isTrajectoryMetric(metricId) ? SKIPPED : 0;
    for (let row = 0; row < rowCount; row++) {
      const outcome = outcomes[row] as number;
      if (outcome === 0) continue;
      flags[row] = (flags[row] as number) | skipped | (isErrorOutcome(outcome) ? UNREADABLE : 0);
    }
  }
  return flags;
}

/**
 * Tells metrics that compare trajectories from those that rows record.
 * @param metricId a metric's id
 * @returns whether its rows can be "not evaluated"
 */
export function isTrajectoryMetric(metricId: string): boolean {
  return metricId.startsWith('trajectory_');
}
