import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { describeColumns, type ColumnStatistics } from '#core/explain/summary/summarise.ts';
import { consistencyOf, type Consistency } from '#core/explain/summary/trials.ts';

/** The rows and columns to summarise. */
export interface SummaryRequest {
  readonly thresholds: Thresholds;
  /** The score column of figures that show a single one. */
  readonly columnId?: string | undefined;
}

/** A summary of a run, or of some of its rows. */
export interface RunSummary {
  readonly rowCount: number;
  readonly columns: readonly ColumnStatistics[];
  /** For the requested score column. */
  readonly consistency: readonly Consistency[];
}

/** Summarises rows of a run. */
export function summariseRun(
  columns: ScoredColumns,
  rows: Uint32Array,
  { thresholds, columnId }: SummaryRequest,
): RunSummary {
  const scores = columns.scores.find(({ id }) => id === columnId);
  return {
    rowCount: rows.length,
    columns: describeColumns(columns, rows, thresholds),
    consistency: scores ? consistencyOf(columns, rows, scores, thresholds) : [],
  };
}
