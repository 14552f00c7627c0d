import { nameMatcher } from '#core/match/path-glob.ts';
import { parseRule } from './parse-rule.ts';
import { callsOfRule, type TrajectoryRule } from './rule.ts';

/**
 * A sentence for each tool of a rule that no row calls, with its consequence.
 * @param text the rule; none for one that cannot be read
 */
export function describeUnusedTools(text: string, tools: readonly string[]): string[] {
  const parsed = parseRule(text);
  if (!parsed.ok) return [];
  const { rule } = parsed.rule;
  const names = new Set(callsOfRule(rule).map(({ tool }) => tool));
  return [...names]
    .filter((name) => !tools.some(nameMatcher(name)))
    .map((name) => `No row calls ${name}, so ${whatThen(rule, name)}.`);
}

function whatThen(rule: TrajectoryRule, tool: string): string {
  if (rule.kind === 'at-least' || rule.kind === 'sequence') return 'every row fails';
  const isNeeded =
    (rule.kind === 'only-after' && rule.after.tool === tool) ||
    (rule.kind === 'before' && rule.first.tool === tool) ||
    (rule.kind === 'followed' && rule.by.tool === tool);
  return isNeeded ? 'every row with the other call fails' : 'every row keeps the rule';
}
