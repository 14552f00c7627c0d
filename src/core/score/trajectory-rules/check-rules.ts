import { nameMatcher } from '#core/match/path-glob.ts';
import { callsOfRule, type TrajectoryRule } from './rule.ts';

/** A sentence for each tool that a rule names and no row calls, with what follows from it. */
export function describeUnusedTools(rule: TrajectoryRule, tools: readonly string[]): string[] {
  const names = new Set(callsOfRule(rule).map(({ tool }) => tool));
  return [...names]
    .filter((name) => !tools.some(nameMatcher(name)))
    .map((name) => `No row calls ${name}. ${whatThen(rule, name)}`);
}

function whatThen(rule: TrajectoryRule, tool: string): string {
  if (rule.kind === 'at-least' || rule.kind === 'sequence') return 'Every row breaks the rule.';
  const isNeeded =
    (rule.kind === 'only-after' && rule.after.tool === tool) ||
    (rule.kind === 'before' && rule.first.tool === tool) ||
    (rule.kind === 'followed' && rule.by.tool === tool);
  return isNeeded
    ? 'Every row that makes the other call breaks the rule.'
    : 'The rule is kept everywhere until one does.';
}
