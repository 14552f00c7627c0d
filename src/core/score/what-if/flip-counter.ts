import type { JsonObject } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { isComputed, type ScoreColumn, type ScoreRow } from '#core/score/metric/metric.ts';
import { findMetric, fullMarks, listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { addFlip, noFlips, type Counts, type FlipCount } from './count-flips.ts';

/** Counts flips row by row, keeping only the counts. */
export class FlipCounter {
  readonly #roles: ColumnRoles;
  readonly #settings: MetricSettings;
  readonly #matcher: CallMatcher;
  readonly #columns: readonly {
    readonly column: ScoreColumn;
    readonly score: ScoreRow;
    readonly before: Float64Array;
    readonly counts: Counts;
  }[];

  constructor(before: Pick<ScoredColumns, 'scores'>, settings: MetricSettings, roles: ColumnRoles) {
    this.#roles = roles;
    this.#settings = settings;
    this.#matcher = createMatcher(settings.matching);
    this.#columns = listColumns(settings).flatMap((column) => {
      const old = before.scores.find(({ id }) => id === column.id);
      const metric = findMetric(column.metricId);
      if (!old || !isComputed(metric) || metric.isRecorded) return [];
      return [{ column, score: metric.score, before: old.values, counts: noFlips() }];
    });
  }

  /** Scores one record under the new settings; `row` is its scored row. */
  add(record: JsonObject, row: number): void {
    const reading = readRow(record, this.#roles, 0, this.#matcher).row;
    for (const { column, score: scoreRow, before, counts } of this.#columns) {
      const score = scoreRow(reading, this.#settings, column);
      const value = typeof score === 'number' ? score : Number.NaN;
      addFlip(counts, before[row] ?? Number.NaN, value, fullMarks(column.metricId));
    }
  }

  /** Ends the count for columns of both settings; recorded and custom metrics have none. */
  finish(): FlipCount[] {
    return this.#columns.map(({ column, counts }) => ({ columnId: column.id, ...counts }));
  }
}
