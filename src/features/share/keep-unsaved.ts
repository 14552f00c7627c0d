import type { AppState } from '#kernel/app.svelte.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
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
    const isOpen = workspace.run?.record.id === id;
    if (isOpen) await workspace.keep();
    const record = isOpen ? workspace.run?.record : await library.keep(visitor);
    // one that there was no room for goes on visiting
    if (record && record.id !== id) kept.set(id, record.id);
  }
  const comparison = comparisonOf(app);
  const ids = comparison.runs.map(({ record: { id } }) => kept.get(id) ?? id);
  if (router.screen === 'compare') router.replace({ ...paramsOf(ids), ...writePairs(comparison) });
  library.visiting = library.visiting.filter(({ record }) => !kept.has(record.id));
}
