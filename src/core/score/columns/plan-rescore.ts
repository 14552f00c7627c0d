import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { customColumn, isCustomColumn } from '#core/score/custom-metrics/custom-metric.ts';
import { isJudgeColumn, judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { isRecordedColumn, recordedColumn } from '#core/score/recorded-metrics/recorded-metric.ts';
import { isRuleColumn, isSameRule, ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { findMetric, listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { mergeNotes } from './row-notes.ts';
import { joinColumns } from './growing-columns.ts';
import type { IssueList, ScoredColumns, ScoreValues } from './scored-columns.ts';

/** The scores to keep and to compute for other settings. */
export interface RescorePlan {
  /** All score columns, in display order. */
  readonly columns: readonly ScoreColumn[];
  /** Unchanged scores by column id. */
  readonly kept: ReadonlyMap<string, ScoreValues>;
  /** Ids of the columns to compute. */
  readonly wanted: readonly string[];
}

/** Plans which scores other settings change; undefined where all rows must be read. */
export function planRescore(
  known: ScoredColumns,
  before: MetricSettings,
  after: MetricSettings,
): RescorePlan | undefined {
  if (!areCausesAlike(before, after)) return undefined;
  const columns = listColumns(after);
  const kept = new Map<string, ScoreValues>();
  for (const column of columns) {
    const scores = known.scores.find((other) => other.id === column.id);
    if (!scores) continue;
    // code that was not allowed to run before may be allowed now
    const isAgreed = !isCustomColumn(column) || scores.outcomes[0] !== NOT_AGREED;
    if (isAgreed && isScoredAlike(column, before, after)) kept.set(column.id, scores);
  }
  return { columns, kept, wanted: columns.map(({ id }) => id).filter((id) => !kept.has(id)) };
}

const NOT_AGREED = OUTCOMES.indexOf('code_not_agreed');

/** Whether the same rows have the same scores in a column under both settings. */
export function isScoredAlike(
  { id, metricId }: ScoreColumn,
  before: MetricSettings,
  after: MetricSettings,
): boolean {
  if (!areCausesAlike(before, after)) return false;
  if (isRuleColumn({ metricId })) return isSameRule(before, after, ruleText(id));
  if ([isCustomColumn, isJudgeColumn, isRecordedColumn].some((isOf) => isOf({ metricId })))
    return isJsonEqual(sourceOf(before, id), sourceOf(after, id));
  return isSame(before, after, findMetric(metricId)?.options ?? []);
}

/** The code, prompt or place in the data that a column’s scores come from; null without one. */
function sourceOf(
  { custom = [], judges = [], recorded = [] }: MetricSettings,
  columnId: string,
): JsonValue {
  const own = custom.find((metric) => customColumn(metric).id === columnId);
  if (own) return [own.code, own.language ?? null, own.scale];
  const place = recorded.find((score) => recordedColumn(score).id === columnId);
  if (place) return [place.column, place.path ?? [], place.scale];
  const judge = judges.find((metric) => judgeColumn(metric).id === columnId);
  if (!judge) return null;
  const { prompt, ratings, columns, samples, combine = 'mean', baseline = null } = judge;
  return [prompt, ratings, columns, samples, combine, baseline];
}

/** Whether rows have the same causes, which are computed along with the scores. */
export function areCausesAlike(before: MetricSettings, after: MetricSettings): boolean {
  return isSame(before, after, ['matching']);
}

function isSame(
  before: MetricSettings,
  after: MetricSettings,
  options: readonly (keyof MetricSettings)[],
): boolean {
  return options.every(
    (option) => JSON.stringify(before[option]) === JSON.stringify(after[option]),
  );
}

/** Merges kept and new scores; throws RangeError unless they are of the same rows. */
export function mergeScores(
  known: ScoredColumns,
  plan: RescorePlan,
  fresh: readonly ScoredColumns[],
): ScoredColumns {
  const added = joinColumns(fresh);
  const scores = plan.columns.map((column) => {
    const kept = plan.kept.get(column.id);
    const found = kept ?? added.scores.find(({ id }) => id === column.id);
    if (!found || (!kept && added.rowCount !== known.rowCount))
      throw new RangeError('the scores are not of the same rows');
    return { ...found, ...column };
  });
  const issues = plan.wanted.length > 0 ? withNames(known.issues, added.issues) : known.issues;
  return mergeNotes({ ...known, issues, scores }, [...plan.kept.keys()], added);
}

/** Earlier versions did not count rows of which only some calls are names. */
function withNames(known: IssueList, added: IssueList): IssueList {
  const count = added.counts.names_only ?? 0;
  if (count === (known.counts.names_only ?? 0)) return known;
  const others = known.first.filter(({ code }) => code !== 'names_only');
  const names = added.first.filter(({ code }) => code === 'names_only');
  return { counts: { ...known.counts, names_only: count }, first: [...others, ...names] };
}
