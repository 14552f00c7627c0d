import { OUTCOMES } from '#core/calls/outcome.ts';
import type { RuleSetting } from '#core/score/metric/settings.ts';
import { ruleColumn } from '#core/score/trajectory-rules/rule-metric.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** How the rows of a run stand to a rule. */
export interface RuleCount {
  readonly kept: number;
  /** Rows that were checked. */
  readonly of: number;
  /** The first row that breaks it, −1 for none. */
  readonly first: number;
  /** Rows that name a rule that does not exist. */
  readonly unknown: number;
}

const UNKNOWN = OUTCOMES.indexOf('rule_unknown');

/** How a run's rows stand to a rule; undefined until they are checked against it, or while it is off. */
export function countOf(run: OpenRun | undefined, rule: RuleSetting): RuleCount | undefined {
  const { id } = ruleColumn(rule);
  const scores = rule.isOn ? run?.columns.scores.find((column) => column.id === id) : undefined;
  if (!scores) return undefined;
  const { values, outcomes } = scores;
  let [kept, of, first, unknown] = [0, 0, -1, 0];
  for (const [row, value] of values.entries()) {
    if (outcomes[row] === UNKNOWN) unknown++;
    if (Number.isNaN(value)) continue;
    of++;
    if (value === 1) kept++;
    else if (first < 0) first = row;
  }
  return { kept, of, first, unknown };
}
