import * as v from 'valibot';
import type { ScoreColumn } from '#core/score/metric/metric.ts';
import { RuleSetting, type MetricSettings } from '#core/score/metric/settings.ts';

const PREFIX = 'rule:';

const RULE_LIMIT = 2000;

/**
 * The score column of a rule. Its id is the rule's text, so that equal columns of two runs have the
 * same rule.
 */
export function ruleColumn({ text }: Pick<RuleSetting, 'text'>): ScoreColumn {
  return { id: PREFIX + text, metricId: PREFIX + text };
}

/** Whether a rule scores a column. */
export function isRuleColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return column.metricId.startsWith(PREFIX);
}

/** The text of a rule by its column’s id; any other id as it is. */
export function ruleText(columnId: string): string {
  return columnId.startsWith(PREFIX) ? columnId.slice(PREFIX.length) : columnId;
}

/** Whether a rule scores the same rows the same under both settings. */
export function isSameRule(before: MetricSettings, after: MetricSettings, text: string): boolean {
  const [old, wanted] = [before, after].map(({ rules }) => rules?.find((one) => one.text === text));
  const isPerRow = wanted?.isPerRow === true;
  if ((old?.isPerRow === true) !== isPerRow) return false;
  return !isPerRow || namesIn(before) === namesIn(after);
}

function namesIn({ rules = [] }: MetricSettings): string {
  return JSON.stringify(rules.map(({ text }) => text));
}

/** The schema of a rule with a sentence, which is read where it is used. */
export const WrittenRule = v.pipe(
  RuleSetting,
  v.check(({ text }) => text.trim() !== '' && text.length <= RULE_LIMIT),
);
