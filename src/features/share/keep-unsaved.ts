import type { AppState } from '#kernel/app.svelte.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import { paramsOf, writePairs } from '#features/compare/comparison-link.ts';

/** Whether what is looked at belongs to a comparison that came from a link. */
export function isOfLinkedComparison({ library, router, workspace }: AppState): boolean {
  const id = workspace.run?.record.id;
  return (
    (library.visiting.length > 0 && router.screen === 'compare') ||
    library.visiting.some(({ record }) => record.id === id)
  );
}

/** Stores what came from a link or a report: the open run, or all runs of a comparison. */
export async function keepUnsaved(app: AppState): Promise<void> {
  const { library, router, workspace } = app;
  if (!isOfLinkedComparison(app)) {
    await workspace.keep();
    return;
  }
  const kept = new Map<string, string>();
  for (const visitor of library.visiting) {
    const { id } = visitor.record;
    const record = await keepOne(app, visitor);
    // one that there was no room for goes on visiting
    if (record && record.id !== id) kept.set(id, record.id);
  }
  const comparison = comparisonOf(app);
  const ids = comparison.runs.map(({ record: { id } }) => kept.get(id) ?? id);
  if (router.screen === 'compare') router.replace({ ...paramsOf(ids), ...writePairs(comparison) });
  library.visiting = library.visiting.filter(({ record }) => !kept.has(record.id));
}

/** Keeps a run; the open one where it is open. */
async function keepOne(
  { library, workspace }: AppState,
  visitor: OpenRun,
): Promise<RunRecord | undefined> {
  if (workspace.run?.record.id !== visitor.record.id) return library.keep(visitor);
  await workspace.keep();
  return workspace.run.record;
}
