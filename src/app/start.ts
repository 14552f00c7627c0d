import { FIRST_SETTINGS } from '#kernel/run/dataset-settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { isSharedLink } from '#kernel/router.svelte.ts';
import { registerServiceWorker } from '#kernel/service-worker.ts';
import { isRunLockHeld, hearTabs, type RunNews } from '#kernel/storage/other-tabs.ts';
import { loadText, saveText } from '#kernel/settings-storage.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import { SAMPLES } from '#samples/registry.ts';
import { loadRest } from './parts.svelte.ts';
import { ifStored } from '#kernel/storage/connection.ts';
import { follow } from '#kernel/run/run-changes.ts';
import type { DraftKeeper } from '#kernel/run/draft-keeper.ts';
import type { Workspace } from '#kernel/run/workspace.svelte.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';

const WARM_UP_AFTER_MS = 300;

/**
 * Shows something as soon as can be: the run of a report or a link, the work left, or the first
 * sample.
 * @param report the run that this page holds, where it is a report
 */
export async function start(app: AppState, report?: string): Promise<void> {
  const { workspace, library, router, drafts, notices } = app;
  const ticket = workspace.runs.ticket();
  // read at once: the screen sets the link to what it shows
  const linked = router.param('run');
  addEventListener('hashchange', () => void openShared(app));
  followTabs(app);
  workspace.useCode = (code) => void loadRest().then(({ useCode }) => useCode(app, code));
  reopenDrawer(app);
  try {
    const isNew = await app.store.isNew();
    const listed = library.refresh();
    // there is nothing to wait for on a first visit
    if (!isNew) await listed;
    const isShown =
      (await openShared(app, report)) ||
      (!isNew && (await resumeWork(workspace, drafts, linked, ticket)));
    if (!isShown) await workspace.openFirstSample(ticket);
  } catch (error) {
    reportError(error); // shown by faults.ts, with buttons that open something else
  }
  app.isStarting = false;
  // what is shown first needs no worker, or has started it; nothing waits for its code
  void app.reader.prepare();
  await ifStored(library.store.markInterrupted(isRunLockHeld));
  await library.refresh();
  // what is not ready then is loaded when it is needed, and a failure shows there
  setTimeout(() => void warmUp(app).catch(() => undefined), WARM_UP_AFTER_MS);
  await registerServiceWorker(notices, () => workspace.progress !== undefined);
}

/** Reopens the drawer from which the page was reloaded to switch the network on. */
function reopenDrawer(app: AppState): void {
  const left = loadText('drawer', 'tab');
  saveText('drawer', '', 'tab');
  if (left === 'judge' || left === 'agent') resultsOf(app).set({ [left]: true });
}

/** Opens what the page holds, or what its link does; false where there is nothing of the kind. */
async function openShared(app: AppState, report?: string): Promise<boolean> {
  if (report === undefined && !isSharedLink(location.hash)) return false;
  const { sharingOf } = await loadRest();
  const sharing = sharingOf(app);
  return (report !== undefined && (await sharing.openReport(report))) || sharing.readLink();
}

/** Gets ready for what comes after the first look, while nothing else is to do. */
async function warmUp({ workspace, pool }: AppState): Promise<void> {
  const text = await SAMPLES[0]?.load();
  if (text === undefined || workspace.progress) return;
  warmUpWorkers(pool, text, FIRST_SETTINGS);
  // after the workers, which run beside it
  await loadRest();
}

/** Shows what other tabs change of stored runs. */
function followTabs(app: AppState): void {
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

/**
 * Resumes the work where it was left, or opens the run of a link; whether anything is shown.
 * @param linkedRun id of the run that is linked to, or an empty text
 */
export async function resumeWork(
  workspace: Workspace,
  drafts: DraftKeeper,
  linkedRun: string,
  ticket = workspace.runs.ticket(),
): Promise<boolean> {
  const draft = await drafts.load();
  const isOther = linkedRun !== '' && linkedRun !== draft?.runId;
  if (isOther && (await workspace.openRun(linkedRun, false, ticket))) return true;
  if (!draft) return false;
  if (draft.runId !== null && (await workspace.openRun(draft.runId, false, ticket))) {
    const isEdited = draft.text !== null && draft.text !== workspace.text;
    if (isEdited && !workspace.runs.isLate(ticket)) workspace.edit(draft.text);
    return true;
  }
  if (draft.text === null || draft.text.trim() === '') return false;
  const title = draft.title || 'Draft';
  if (draft.isHeld === true) workspace.holdText(draft.text, title, ticket);
  else await workspace.openText(draft.text, title, ticket);
  return true;
}

const WARM_UP_BYTES = 1_000_000;

/**
 * Opens a small dataset in every free worker, and forgets the result: code that has run is compiled,
 * so that the next dataset is scored several times as fast.
 */
export function warmUpWorkers(pool: WorkerPool, text: string, settings: MetricSettings): void {
  const file = new Blob([text.repeat(Math.floor(WARM_UP_BYTES / Math.max(1, text.length)))]);
  const asked = {
    file,
    name: '',
    chosen: {},
    reading: {},
    scoring: { settings, mostBytes: file.size },
  };
  pool.warmUp(async (api) => {
    // once leaves the hottest functions to be compiled amid the first large dataset
    await api.ask('openFile', undefined, asked);
    await api.ask('openFile', undefined, asked);
  });
}
