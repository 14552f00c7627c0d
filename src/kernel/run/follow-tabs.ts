import type { AppState } from '#kernel/app.svelte.ts';
import { ifStored } from '#kernel/storage/storage-error.ts';
import { follow } from './run-changes.ts';
import { hearTabs, type RunNews } from '#kernel/storage/other-tabs.ts';

/** Shows what other tabs change of stored runs. */
export function followTabs(app: AppState): void {
  hearTabs(app.store, (news) => void followNews(app, news));
}

async function followNews({ workspace, library }: AppState, news: RunNews): Promise<void> {
  const { id, next, hasScores } = news;
  const listed = library.refresh();
  const run = workspace.runs.get(id);
  const isScoring = workspace.progress !== undefined;
  if (next !== undefined && workspace.run?.record.id === id && !isScoring)
    await workspace.openRun(next, true);
  else if (run?.record.state === 'complete') {
    const columns = hasScores ? (await library.load(id))?.columns : undefined;
    const record = await ifStored(library.store.get(id));
    if (record) await follow(workspace.runs, record, columns);
  }
  await listed;
}
