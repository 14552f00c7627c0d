import { ignorePath, patternOf } from '#core/match/change-rule.ts';
import { applyRules, treatTextAsNumbers } from '#features/metrics/matching/apply-rules.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { rowRule as texts } from './texts.ts';

/** A rule for all rows that is set where one of them shows why it is wanted. */
export type RowRule =
  | {
      readonly kind: 'ignore';
      readonly tool: string;
      /** JSON Pointer of the argument. */
      readonly pointer: string;
    }
  | { readonly kind: 'numbers' };

/** Scores all rows under the rule; what was before comes back on request. */
export function applyRowRule(app: AppState, rule: RowRule): void {
  if (rule.kind === 'numbers') {
    treatTextAsNumbers(app);
    return;
  }
  const pattern = patternOf(rule.pointer);
  const told = texts.ignored(rule.tool, pattern);
  applyRules(app, (rules) => ignorePath(rules, rule.tool, pattern), told);
}
