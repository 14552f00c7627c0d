import {
  withEvaluationCode,
  type EvaluationCode,
} from '#core/share/evaluation-code/read-evaluation-code.ts';
import type { DeclaredTools } from '#core/calls/declarations/read-declarations.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { withDeclarations } from '#core/score/metric/settings.ts';
import { judgeOf } from '#features/judge/judge-session.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { codeOffer as texts } from './texts.ts';

/**
 * Scores with the metrics of evaluation code in place of those chosen, or with the tools that a
 * program declares; a notice takes it back.
 * @returns the settings with them
 */
export function useCode(app: AppState, code: EvaluationCode | DeclaredTools): MetricSettings {
  const { workspace, notices } = app;
  const before = workspace.settings;
  const undo = (): void => void workspace.setSettings(before);
  if ('declarations' in code) {
    const settings = withDeclarations(before, code.declarations);
    void workspace.setSettings(settings);
    notices.toast(texts.usedTools(code.toolCount), { label: texts.undo, run: undo });
    return settings;
  }
  const [judge] = code.chosen.judges ?? [];
  const settings = withEvaluationCode(before, code);
  void workspace.setSettings(settings, true);
  // who opens the judge finds what is to be judged
  if (judge) judgeOf(app).setMetric(judge);
  notices.toast(texts.used(code.count), { label: texts.undo, run: undo });
  return settings;
}
