import { FIRST_SETTINGS } from '#kernel/run/dataset-settings.ts';
import { followTabs } from '#kernel/run/follow-tabs.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { isSharedLink } from '#kernel/router.svelte.ts';
import { registerServiceWorker } from '#kernel/service-worker.ts';
import { resumeWork } from '#kernel/run/resume-work.ts';
import { warmUpWorkers } from '#kernel/run/warm-up-workers.ts';
import { isRunLockHeld } from '#kernel/storage/other-tabs.ts';
import { loadText, saveText } from '#kernel/settings-storage.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import { SAMPLES } from '#samples/registry.ts';
import { loadRest } from './parts.svelte.ts';
import { ifStored } from '#kernel/storage/storage-error.ts';

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
    reportError(error); // shown by faults.ts, beside the ways to open something else
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

/** Where the page was loaded anew out of a drawer, to switch the network on, that is open again. */
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

/** Fetches what is behind a click, and evaluates none of it: the links are written by the build. */
function fetchRest(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]'))
    link.rel = link.dataset['rel'] ?? '';
}

/** Gets ready for what comes after the first look, while nothing else is to do. */
async function warmUp({ workspace, pool, reader }: AppState): Promise<void> {
  fetchRest();
  const text = await SAMPLES[0]?.load();
  if (text !== undefined && !workspace.progress)
    await warmUpWorkers({ pool, reader }, text, FIRST_SETTINGS);
}
