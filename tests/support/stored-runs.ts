import { eventually } from './eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openRows, runOf } from './open-app.ts';

/** Scores datasets one after another; the ids of their runs, in that order. */
export async function storeRuns(
  app: AppState,
  datasets: Readonly<Record<string, readonly object[]>>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, rows] of Object.entries(datasets)) {
    await openRows(app, rows, `${name}.jsonl`);
    const { id } = runOf(app).record;
    await eventually(() => {
      if (!app.library.list.some((run) => run.id === id)) throw new Error('not stored yet');
    });
    ids.push(id);
  }
  return ids;
}
