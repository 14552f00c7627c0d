import { customColumn, isCustomColumn } from '#core/score/custom-metrics/custom-metric.ts';
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
  if (!isSame(before, after, OPTIONS_OF_CAUSES)) return undefined;
  const columns = listColumns(after);
  const kept = new Map<string, ScoreValues>();
  for (const { id, metricId } of columns) {
    const scores = known.scores.find((other) => other.id === id);
    if (!scores) continue;
    const isKept = isCustomColumn({ metricId })
      ? isSameCode(before, after, id, scores)
      : isRuleColumn({ metricId })
        ? isSameRule(before, after, ruleText(id))
        : isSame(before, after, findMetric(metricId)?.options ?? []);
    if (isKept) kept.set(id, scores);
  }
  return { columns, kept, wanted: columns.map(({ id }) => id).filter((id) => !kept.has(id)) };
}

const NOT_AGREED = OUTCOMES.indexOf('code_not_agreed');

/** Code that was not allowed to run before may be allowed now. */
function isSameCode(
  before: MetricSettings,
  after: MetricSettings,
  columnId: string,
  { outcomes }: ScoreValues,
): boolean {
  const [old, wanted] = [before, after].map(({ custom }) =>
    custom?.find((metric) => customColumn(metric).id === columnId),
  );
  return (
    old !== undefined &&
    wanted !== undefined &&
    old.code === wanted.code &&
    old.language === wanted.language &&
    old.scale === wanted.scale &&
    outcomes[0] !== NOT_AGREED
  );
}

/** Settings that change causes, which are computed along with the scores. */
const OPTIONS_OF_CAUSES = ['matching'] as const;

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
