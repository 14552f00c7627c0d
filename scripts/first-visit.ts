// Build plugin: puts what a first visit loads into one chunk for each step.
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** What a first visit loads, as it needs it: each step with all that it imports, in one chunk. */
const STEPS = {
  first: ['main.ts'],
  scoring: ['kernel/run/scoring.ts'],
  stored: ['kernel/storage/stored-runs.ts', 'kernel/run/stored-form.ts'],
  results: ['features/results/ResultsState.svelte', 'features/results/RunResults.svelte'],
  screen: [
    'features/results/FilterBar.svelte',
    'features/row/RowPanel.svelte',
    'features/data/DataPane.svelte',
    'ui/editor/Editor.svelte',
  ],
};

/**
 * Puts what each step of a first visit loads into one chunk. By itself the bundler makes a small
 * chunk of whatever a later chunk shares with it: more requests, one waiting for the other, and
 * less for gzip to find again.
 */
export function firstVisit(): Rolldown.CodeSplittingGroup {
  let steps: Map<string, Set<string>> | undefined;
  return {
    name: (id, context) => {
      steps ??= new Map(
        Object.entries(STEPS).map(([name, paths]) => [name, loadedWith(paths, context)]),
      );
      for (const [name, loaded] of steps) if (loaded.has(id)) return name;
      return null;
    },
  };
}

/** Modules and all that they import, without what they import when needed. */
function loadedWith(paths: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(
    paths.map((path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))),
  );
  for (const id of found) {
    const module = context.getModuleInfo(id);
    if (!module) throw new Error(`${id} is no module of the page`);
    for (const imported of module.importedIds) found.add(imported);
  }
  return found;
}
