import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { findLatency } from '#core/score/metrics/registry.ts';
import {
  describeColumns,
  pickRows,
  type ColumnStatistics,
} from '#core/explain/summary/summarise.ts';
import { consistencyOf, type Consistency } from '#core/explain/summary/trials.ts';

/** The rows and columns to summarise. */
export interface SummaryRequest {
  readonly thresholds: Thresholds;
  /** The score column of figures that show a single one. */
  readonly columnId?: string | undefined;
}

/** A step of the latency distribution: `share` of the rows took at most this long. */
interface LatencyStep {
  readonly seconds: number;
  /** In (0, 1]. */
  readonly share: number;
}

/** A summary of a run, or of some of its rows. */
export interface RunSummary {
  readonly rowCount: number;
  readonly columns: readonly ColumnStatistics[];
  /** Ascending; empty where no latency is recorded or no score column was requested. */
  readonly latency: readonly LatencyStep[];
  /** For the requested score column. */
  readonly consistency: readonly Consistency[];
}

/** More steps would not be visible. */
const STEPS = 400;

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
    latency: scores ? latencyOf(columns, rows) : [],
    consistency: scores ? consistencyOf(columns, rows, scores, thresholds) : [],
  };
}

/** The empirical distribution of latency, thinned to visible steps. */
function latencyOf({ scores }: ScoredColumns, rows: Uint32Array): LatencyStep[] {
  const column = findLatency(scores);
  if (!column) return [];
  const sorted = pickRows(column, rows)
    .values.filter((value) => !Number.isNaN(value))
    .sort();
  const steps: LatencyStep[] = [];
  for (let at = 0; at < sorted.length; at++) {
    const isLast = at === sorted.length - 1;
    const share = (at + 1) / sorted.length;
    if (!isLast && sorted[at + 1] === sorted[at]) continue;
    if (!isLast && Math.floor(share * STEPS) === Math.floor((steps.at(-1)?.share ?? -1) * STEPS))
      continue;
    steps.push({ seconds: sorted[at] as number, share });
  }
  return steps;
}
