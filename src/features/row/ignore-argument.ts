import { ignorePath, patternOf } from '#core/match/change-rule.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { withMatching } from '#core/score/metric/settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';

/**
 * Leaves an argument out of all rows' scores; what was before comes back on request.
 * @param app the app
 * @param tool whose argument it is
 * @param pointer JSON Pointer of the argument
 */
export function ignoreArgument(app: AppState, tool: string, pointer: string): void {
  const { workspace, notices } = app;
  const before = workspace.settings;
  const pattern = patternOf(pointer);
  const rules = ignorePath(before.matching ?? EXACT_RULES, tool, pattern);
  void workspace.setSettings(withMatching(before, rules));
  notices.toast(`${tool} ${pattern} is ignored in every row.`, {
    label: 'Undo',
    run: () => void workspace.setSettings(before),
  });
}
