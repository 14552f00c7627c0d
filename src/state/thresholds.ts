import { withThreshold } from '#core/metrics/change-settings.ts';
import { RunStore } from '#storage/runs.ts';
import type { AppState } from './app.svelte.ts';

/**
 * Sets from which score on a row of the open run passes: at once in what is shown, then in the
 * store. No score changes with it, so the run stays the same.
 * @param app the app
 * @param metricId the metric
 * @param threshold the score; undefined goes back to full marks
 */
export async function setThreshold(
  app: AppState,
  metricId: string,
  threshold: number | undefined,
): Promise<void> {
  const { workspace, store } = app;
  const { run } = workspace;
  if (!run) return;
  const settings = withThreshold(run.record.settings, metricId, threshold);
  const record = { ...run.record, settings };
  await workspace.showJudged({ ...run, record });
  if (record.state !== 'complete') return;
  try {
    await new RunStore(store).putSettings(record.id, settings);
  } catch {
    // the store has told why
  }
}
