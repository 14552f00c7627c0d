import type { AppState } from '#kernel/app.svelte.ts';
import { RowsView } from '#kernel/run/rows-view.svelte.ts';
import { Workspace } from '#kernel/run/workspace.svelte.ts';
import { FIRST_SAMPLE } from '#samples/registry.ts';
import { SECOND_AGENT } from '#samples/second-agent.ts';

/**
 * Scores the first sample and a second agent's answers to it; runs that are stored are taken.
 * @returns ids of both runs; none when they could not be scored or stored
 */
export async function scoreAgents(app: AppState): Promise<readonly string[]> {
  const { pool, reader, library, notices, trusted } = app;
  // what a person has open stays, and so does their draft
  const drafts = { keep: () => undefined, keepNow: () => Promise.resolve() };
  const view = new RowsView(reader);
  const workspace = new Workspace({ pool, reader, library, drafts, notices, view, trusted });
  await library.refresh();
  const ids: string[] = [];
  for (const sample of [FIRST_SAMPLE, SECOND_AGENT]) {
    await workspace.openSample(sample);
    const { run } = workspace;
    if (run?.record.state !== 'complete') return [];
    ids.push(run.record.id);
  }
  await library.refresh();
  return ids;
}
