import { keepDigest } from '#core/explain/summary/digest.ts';
import { listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { givenOf } from '#core/score/review/given.ts';
import { givenScores, withGiven } from '#core/score/review/given-columns.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { isGivenColumn } from '#core/score/rated-metrics/rating-metric.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { Changeable } from './merge-changes.ts';
import { mergeFields } from './merge-fields.ts';
import type { OpenRun } from './open-run.ts';

/**
 * Orders score columns by the settings, what a person says last.
 * @param changed columns that replace those with their id, or are new
 */
export function withColumns(
  columns: ScoredColumns,
  changed: readonly ScoreValues[],
  settings: MetricSettings,
): ScoredColumns {
  const byId = new Map([...columns.scores, ...changed].map((scores) => [scores.id, scores]));
  const computed = listColumns(settings).flatMap(({ id }) => byId.get(id) ?? []);
  return { ...columns, scores: [...computed, ...givenScores(columns)] };
}

/** The score columns, without those a person gives, that differ between two versions of a run. */
export function changedScores(before: ScoredColumns, after: ScoredColumns): ScoreValues[] {
  if (before === after) return [];
  return after.scores.filter((scores) => !before.scores.includes(scores) && !isGivenColumn(scores));
}

/**
 * Brings what a person or a judge has changed of a run into another version of it, which was begun
 * before these changes: name, settings, reviews and judged scores.
 * @returns the other version with the changes; its digest is that of `next`
 */
export function withChangesSince(base: OpenRun, current: OpenRun, next: OpenRun): OpenRun {
  const [before, now] = [base.record, current.record];
  const settings = mergeFields(before.settings, now.settings, next.record.settings);
  const name = now.name === before.name ? next.record.name : now.name;
  const isReviewed = now.errorAnalysis !== before.errorAnalysis;
  const { errorAnalysis } = isReviewed ? now : next.record;
  const judged = changedScores(base.columns, current.columns).filter(
    ({ values }) => values.length === next.columns.rowCount,
  );
  let { columns } = next;
  if (judged.length > 0) columns = withColumns(columns, judged, settings);
  // rows that are still being scored get them at the end
  if (isReviewed && !next.isGrowing) columns = withGiven(columns, { errorAnalysis });
  // what the worker keeps under the same key lacks these scores
  const revision = Math.max(next.revision ?? 0, current.revision ?? 0) + 1;
  return {
    ...next,
    ...(columns !== next.columns && { columns, revision }),
    record: { ...next.record, name, settings, ...(errorAnalysis && { errorAnalysis }) },
  };
}

/** What is stored of a run that can change once it is scored. */
export function changeableFields(run: OpenRun): Changeable & Partial<RunRecord> {
  const { name, settings, state } = run.record;
  return {
    name,
    settings,
    ...givenOf(run.record),
    ...(state === 'complete' && keepDigest(run, run.columns.rowCount)),
  };
}
