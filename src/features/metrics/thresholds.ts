import { withThreshold } from '#core/score/metric/settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';

/**
 * Sets from which score on a row of the open run passes. No score changes with it, so the run stays
 * the same.
 * @param threshold the score; undefined goes back to full marks
 */
export async function setThreshold(
  { workspace }: AppState,
  metricId: string,
  threshold: number | undefined,
): Promise<void> {
  await workspace.runs.change(workspace.run?.record.id ?? '', (run) => {
    const settings = withThreshold(run.record.settings, metricId, threshold);
    return { ...run, record: { ...run.record, settings } };
  });
}
