import { FIRST_SAMPLE } from '#samples/registry.ts';
import { SECOND_AGENT } from '#samples/second-agent.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { paramsOf } from './comparison-link.ts';

/** Opens the first sample and a second agent's answers to it as two runs, and compares them. */
export async function compareSamples({ workspace, router }: AppState): Promise<void> {
  const ids: string[] = [];
  for (const sample of [FIRST_SAMPLE, SECOND_AGENT]) {
    await workspace.openSample(sample);
    const { run } = workspace;
    // cancelled, or something else was opened meanwhile
    if (run?.record.sampleId !== sample.id || run.record.state !== 'complete') return;
    ids.push(run.record.id);
  }
  router.go('compare', paramsOf(ids));
}
