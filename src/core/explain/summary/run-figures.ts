import {
  countLabels,
  type LabelColumn,
  type LabelCount,
  type ScoredColumns,
} from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { findLatency } from '#core/score/metrics/registry.ts';
import { parseToolPair } from '#core/explain/tool-table/tool-pair.ts';
import type { CellValues } from '#core/explain/view/cell-values.ts';
import { listGroups, type GroupBy } from '#core/explain/view/group-rows.ts';
import type { GroupStatistics } from './run-summary.ts';
import { describeColumns, describeScores, pickRows, type ColumnStatistics } from './statistics.ts';
import { consistencyOf, type Consistency } from './trials.ts';

/** What to draw of a run. */
export interface FiguresRequest {
  readonly columnId: string;
  readonly by?: GroupBy | undefined;
  readonly thresholds: Thresholds;
}

interface CallCountStatistics {
  /** Calls made; the last group has this many or more. */
  readonly calls: number;
  readonly isOrMore: boolean;
  readonly statistics: ColumnStatistics;
}

/** A part of the rows has taken at most so long. */
interface LatencyStep {
  readonly seconds: number;
  /** In (0, 1]. */
  readonly share: number;
}

/** The numbers that the figures of a run show, all of the same rows. */
export interface RunFigures {
  readonly rowCount: number;
  readonly columns: readonly ColumnStatistics[];
  /** Of the score column asked for; undefined where the run has no such column. */
  readonly chosen: ColumnStatistics | undefined;
  /** The largest groups, at most {@link GROUPS_DRAWN}. */
  readonly groups: readonly GroupStatistics[];
  readonly groupCount: number;
  readonly byCalls: readonly CallCountStatistics[];
  /** Rising; none where no latency is recorded. */
  readonly latency: readonly LatencyStep[];
  readonly consistency: readonly Consistency[];
  /** What differs in most rows, at most {@link CAUSES_DRAWN}. */
  readonly causes: readonly LabelCount[];
  readonly causeCount: number;
  /** Rows with a cause. */
  readonly differing: number;
}

const GROUPS_DRAWN = 15;
const CAUSES_DRAWN = 10;
/** Rows with so many calls or more are one group. */
const CALLS_DRAWN = 12;
/** More steps than this cannot be told apart. */
const STEPS = 400;

/**
 * Computes the numbers that figures show of some rows; `pairs`: see tool-pair.ts; `cells`: the
 * values of the column that they are grouped by.
 */
export function figuresOf(
  columns: ScoredColumns,
  rows: Uint32Array,
  request: FiguresRequest,
  pairs: LabelColumn,
  cells?: CellValues,
): RunFigures {
  const { columnId, by, thresholds } = request;
  const scores = columns.scores.find(({ id }) => id === columnId);
  const describeRows = (of: Uint32Array): ColumnStatistics | undefined =>
    scores && describeScores(pickRows(scores, of), thresholds);
  const { groups, groupCount } = by
    ? listGroups(columns, rows, by, GROUPS_DRAWN, cells)
    : { groups: [], groupCount: 0 };
  const causes = countLabels(columns.signatures, rows);
  const { starts } = columns.signatures;
  return {
    rowCount: rows.length,
    columns: describeColumns(columns, rows, thresholds),
    chosen: describeRows(rows),
    groups: groups.flatMap((group) => {
      const statistics = describeRows(group.rows);
      return statistics ? [{ filter: group.filter, rowCount: group.rows.length, statistics }] : [];
    }),
    groupCount,
    byCalls: rowsByCalls(pairs, rows).flatMap(({ calls, rows: of }) => {
      const statistics = describeRows(of);
      return statistics && statistics.valid > 0
        ? [{ calls, isOrMore: calls === CALLS_DRAWN, statistics }]
        : [];
    }),
    latency: latencyOf(columns, rows),
    consistency: scores ? consistencyOf(columns, rows, scores, thresholds) : [],
    causes: causes.slice(0, CAUSES_DRAWN),
    causeCount: causes.length,
    differing: rows.filter((row) => starts[row] !== starts[row + 1]).length,
  };
}

/** Rows by the number of calls made; those that cannot be compared are in no group. */
function rowsByCalls(
  { names, starts, ids }: LabelColumn,
  rows: Uint32Array,
): { readonly calls: number; readonly rows: Uint32Array }[] {
  const isMade = names.map((name) => parseToolPair(name).made !== '');
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const pairs = ids.subarray(starts[row], starts[row + 1]);
    if (pairs.length === 0) continue;
    let made = 0;
    for (const id of pairs) if (isMade[id]) made++;
    const calls = Math.min(made, CALLS_DRAWN);
    const group = groups.get(calls);
    if (group) group.push(row);
    else groups.set(calls, [row]);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([calls, list]) => ({ calls, rows: Uint32Array.from(list) }));
}

/** The empirical distribution of latency, thinned to what can be seen. */
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
