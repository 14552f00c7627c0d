import {
  withEvaluationCode,
  type EvaluationCode,
} from '#core/share/evaluation-code/evaluation-code.ts';
import { judgeOf } from '#features/judge/judge-session.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { codeOffer as texts } from './texts.ts';

/** Scores with the metrics of evaluation code in place of those chosen; a notice takes it back. */
export function useCode(app: AppState, code: EvaluationCode): void {
  const { workspace, notices } = app;
  const before = workspace.settings;
  const [judge] = code.chosen.judges ?? [];
  void workspace.setSettings(withEvaluationCode(before, code), true);
  // who opens the judge finds what is to be judged
  if (judge) judgeOf(app).setMetric(judge);
  const undo = (): void => void workspace.setSettings(before);
  notices.toast(texts.used(code.count), { label: texts.undo, run: undo });
}
