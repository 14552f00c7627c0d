import { readRow } from '#core/dataset/read-row.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { createMatcher, type CallMatcher } from '#core/matching/match-calls.ts';
import type { ScoreColumn } from '#core/metrics/metric.ts';
import { fullMarks } from '#core/metrics/full-marks.ts';
import { findMetric, listColumns } from '#core/metrics/registry.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import type { Scorer } from '#core/metrics/scorer.ts';
import { scorerOf } from '#core/metrics/scorers.ts';

/** How many rows a change of settings would move in one score column. */
export interface FlipCount {
  readonly columnId: string;
  /** Rows whose score would rise or fall. */
  readonly rises: number;
  readonly falls: number;
  /** Rows that would reach full marks, and those that would lose them. */
  readonly passes: number;
  readonly fails: number;
  /** Rows that would get a score, and those that would lose theirs. */
  readonly scored: number;
  readonly unscored: number;
}

type Counts = { -readonly [K in Exclude<keyof FlipCount, 'columnId'>]: number };

/**
 * Compares score columns before and after a change. Columns of only one side are left out.
 * @param before the scores as they are
 * @param after the scores of the same rows, in the same order, under other settings
 * @returns one count per column, in the order of `after`
 */
export function countFlips(
  before: readonly ScoreValues[],
  after: readonly ScoreValues[],
): FlipCount[] {
  return after.flatMap(({ id, metricId, values }) => {
    const old = before.find((column) => column.id === id);
    if (!old) return [];
    const full = fullMarks(metricId);
    const counts = noFlips();
    values.forEach((value, row) => addFlip(counts, old.values[row] ?? Number.NaN, value, full));
    return [{ columnId: id, ...counts }];
  });
}

/** Counts flips while rows are read; nothing but the counts is kept. */
export class FlipCounter {
  readonly #roles: ColumnRoles;
  readonly #settings: MetricSettings;
  readonly #matcher: CallMatcher;
  readonly #columns: readonly {
    readonly column: ScoreColumn;
    readonly scorer: Scorer;
    readonly before: Float64Array;
    readonly counts: Counts;
  }[];

  /**
   * Prepares to compare.
   * @param before the scored rows as they are
   * @param settings the settings to try
   * @param roles which column plays which role
   */
  constructor(before: Pick<ScoredColumns, 'scores'>, settings: MetricSettings, roles: ColumnRoles) {
    this.#roles = roles;
    this.#settings = settings;
    this.#matcher = createMatcher(settings.matching);
    this.#columns = listColumns(settings).flatMap((column) => {
      const old = before.scores.find(({ id }) => id === column.id);
      const metric = findMetric(column.metricId);
      if (!old || !metric || metric.isRecorded || metric.origin === 'own') return [];
      return [{ column, scorer: scorerOf(column.metricId), before: old.values, counts: noFlips() }];
    });
  }

  /**
   * Scores one record under the settings to try.
   * @param record the record
   * @param row its number in the scored rows
   */
  add(record: JsonObject, row: number): void {
    const reading = readRow(record, this.#roles, 0, this.#matcher).row;
    for (const { column, scorer, before, counts } of this.#columns) {
      const score = scorer.score(reading, this.#settings, column);
      const value = typeof score === 'number' ? score : Number.NaN;
      addFlip(counts, before[row] ?? Number.NaN, value, fullMarks(column.metricId));
    }
  }

  /**
   * Ends the count.
   * @returns one count per column that is in both settings; recorded numbers and a person's own metrics have none
   */
  finish(): FlipCount[] {
    return this.#columns.map(({ column, counts }) => ({ columnId: column.id, ...counts }));
  }
}

/**
 * Adds up the counts of two parts of a run.
 * @param some the counts of one part; none for no rows
 * @param more the counts of another part
 * @returns the counts of both, by column
 */
export function addFlips(some: readonly FlipCount[], more: readonly FlipCount[]): FlipCount[] {
  return more.map((flip) => {
    const other = some.find(({ columnId }) => columnId === flip.columnId);
    if (!other) return flip;
    const { columnId, ...counts } = flip;
    const sums = noFlips();
    for (const name of Object.keys(counts) as (keyof Counts)[]) {
      sums[name] = counts[name] + other[name];
    }
    return { columnId, ...sums };
  });
}

function noFlips(): Counts {
  return { rises: 0, falls: 0, passes: 0, fails: 0, scored: 0, unscored: 0 };
}

function addFlip(counts: Counts, before: number, after: number, full: number | undefined): void {
  if (Number.isNaN(before) || Number.isNaN(after)) {
    if (!Number.isNaN(after)) counts.scored++;
    if (!Number.isNaN(before)) counts.unscored++;
    return;
  }
  if (after > before) counts.rises++;
  if (after < before) counts.falls++;
  if (full === undefined) return;
  if (before !== full && after === full) counts.passes++;
  if (before === full && after !== full) counts.fails++;
}
