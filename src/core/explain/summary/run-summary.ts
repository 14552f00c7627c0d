import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { CellValues } from '#core/explain/view/cell-values.ts';
import { listGroups, type GroupBy } from '#core/explain/view/group-rows.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { costPerSuccess, type CostPerSuccess } from './cost-per-success.ts';
import { describeColumns, describeScores, pickRows, type ColumnStatistics } from './statistics.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { describeTrials, type Trials } from './trials.ts';

/** What to report about a run. */
export interface SummaryRequest {
  readonly thresholds: Thresholds;
  readonly k: number;
  /** The score column by which repeated tasks are listed; absent: the least consistent one. */
  readonly tasksBy?: string | undefined;
  /** One score column by groups; absent: all columns, without groups. */
  readonly grouped?: { readonly by: GroupBy; readonly columnId: string } | undefined;
}

/** A group of rows with its description of one score column. */
export interface GroupStatistics {
  readonly filter: Filter;
  readonly rowCount: number;
  readonly statistics: ColumnStatistics;
}

/** What is said about a run, or about some of its rows. */
export interface RunSummary {
  readonly rowCount: number;
  readonly columns: readonly ColumnStatistics[];
  /** Set where rows repeat an id. */
  readonly trials: Trials | undefined;
  /** Set where rows record what they cost, and that is a chosen metric. */
  readonly cost: CostPerSuccess | undefined;
  /** At most {@link GROUPS_DESCRIBED}; none unless asked for. */
  readonly groups: readonly GroupStatistics[];
  readonly groupCount: number;
}

/** The most groups described: each has its own interval. */
export const GROUPS_DESCRIBED = 100;

/** Describes rows of a run; `cells` are the values of a column that they are grouped by. */
export function summariseRun(
  columns: ScoredColumns,
  rows: Uint32Array,
  request: SummaryRequest,
  cells?: CellValues,
): RunSummary {
  const { thresholds, k, tasksBy, grouped } = request;
  const scores = columns.scores.find(({ id }) => id === grouped?.columnId);
  const { groups, groupCount } =
    grouped && scores
      ? listGroups(columns, rows, grouped.by, GROUPS_DESCRIBED, cells)
      : { groups: [], groupCount: 0 };
  return {
    rowCount: rows.length,
    columns: describeColumns(columns, rows, thresholds),
    cost: costPerSuccess(columns, rows, thresholds),
    trials: describeTrials(columns, rows, k, thresholds, tasksBy),
    groups: scores
      ? groups.map((group) => ({
          filter: group.filter,
          rowCount: group.rows.length,
          statistics: describeScores(pickRows(scores, group.rows), thresholds),
        }))
      : [],
    groupCount,
  };
}
