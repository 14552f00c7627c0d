import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { FILE_LIMITS } from '#engine/run-file/archive.ts';
import { readReportBlock } from '#engine/run-file/report.ts';
import { readFragment } from '#kernel/storage/archive-text.ts';
import { openRunFile } from '#kernel/storage/run-file.ts';
import { readDataLink, DatasetUnreachable, fetchDataset } from '#features/data/data-link.ts';
import { isSharedLink } from '#kernel/router.svelte.ts';
import { openFiles } from '#features/data/open-files.ts';
import { paramsOf } from '#features/compare/comparison-link.ts';
import { RUN_LETTERS } from '#core/compare/run-letters.ts';
import { asUnsaved, type OpenRun } from '#kernel/run/open-run.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openShared as texts } from './texts.ts';

/** What a link offers; nothing of it is used before a person agrees. */
export type Review =
  | { readonly kind: 'settings'; readonly settings: MetricSettings; readonly linkLength: number }
  | { readonly kind: 'data'; readonly url: URL };

/** Why a link or a report is refused stands in a banner of this name. */
const BANNER = 'link';
const TELL_EVERY_MS = 250;

/**
 * Opens what the page's link holds: a run, or runs to compare beside the open one. Tells what else
 * it offers, or why it cannot be opened.
 * @returns `opened` once a run of the link is the open one
 */
export async function openLink(app: AppState): Promise<Review | 'opened' | undefined> {
  const { hash, href } = location;
  // left again while this code was loading: what was said of it stays
  if (!isSharedLink(hash)) return undefined;
  app.notices.dismissBanner(BANNER);
  const data = readDataLink(hash);
  if (data && 'url' in data) return { kind: 'data', url: data.url };
  if (data) {
    reportUnloaded(data.problem, app);
    app.router.leaveLink();
    return undefined;
  }
  const reading = await readFragment(hash);
  if (location.hash !== hash || !reading) return undefined;
  const linkLength = href.length;
  if (!reading.ok) {
    reportRefused(reading.issue, app);
    app.router.leaveLink();
    return undefined;
  }
  if (reading.kind === 'settings')
    return { kind: 'settings', settings: reading.settings, linkLength };
  const whole = reading.runs.filter(({ run }) => run.state === 'complete' && run.rowCount > 0);
  if (whole.length > 1) {
    const runs = await Promise.all(whole.map((loaded) => app.library.adopt(loaded)));
    // left again meanwhile
    if (location.hash === hash) compareVisiting(runs, app);
    return undefined;
  }
  const [loaded] = reading.runs;
  if (!loaded) return undefined;
  app.router.leaveLink();
  await app.workspace.openUnsaved(app.library.adopt(loaded));
  return 'opened';
}

/** Compares runs without storing them; the open run stays open. */
function compareVisiting(runs: readonly OpenRun[], { library, router }: AppState): void {
  const visiting = runs.slice(0, RUN_LETTERS.length).map((run) => {
    const { summary } = run;
    return { ...run, record: { ...asUnsaved(run.record), summary } };
  });
  library.visiting = visiting;
  router.leaveLink('compare', paramsOf(visiting.map(({ record }) => record.id)));
}

/** Uses what was reviewed: data to load, or settings for the open run. */
export async function acceptReview(review: Review, app: AppState): Promise<void> {
  const { workspace, notices } = app;
  if (review.kind === 'data') {
    await loadData(review.url, app);
    return;
  }
  const before = workspace.settings;
  await workspace.setSettings(review.settings);
  const undo = (): void => void workspace.setSettings(before);
  notices.toast(texts.applied, { label: texts.undo, run: undo });
}

/** Opens the run of the report that this page is; false when it cannot be read. */
export async function openReport(block: string, app: AppState): Promise<boolean> {
  const ticket = app.workspace.runs.ticket();
  // what is no base64 is refused below like any other broken file
  const archive = await readReportBlock(block).catch(() => new Blob());
  const reading = await openRunFile(archive, FILE_LIMITS, 'report');
  if (!reading.ok) reportRefused(reading.issue, app);
  const [loaded] = reading.ok && reading.kind !== 'settings' ? reading.runs : [];
  if (!loaded) return false;
  await app.workspace.openUnsaved(app.library.adopt(loaded), false, ticket);
  return true;
}

/** Loads a dataset and opens it like a file; says how far it is, and why it could not be. */
async function loadData(url: URL, app: AppState): Promise<void> {
  const { notices } = app;
  const ticket = app.workspace.runs.ticket();
  const abort = new AbortController();
  const tell = (bytes: number): void =>
    notices.banner({
      id: BANNER,
      kind: 'info',
      title: texts.loading(url.host),
      text: texts.soFar(bytes),
      actions: [{ label: texts.cancel, run: () => abort.abort() }],
    });
  let reportedAtMs = performance.now();
  tell(0);
  try {
    const file = await fetchDataset(url, abort.signal, (bytes) => {
      if (performance.now() - reportedAtMs < TELL_EVERY_MS) return;
      reportedAtMs = performance.now();
      tell(bytes);
    });
    notices.dismissBanner(BANNER);
    await openFiles(app, [file], ticket);
  } catch (error) {
    notices.dismissBanner(BANNER);
    if (error instanceof DatasetUnreachable) reportUnloaded(error.message, app, url);
    else if (!abort.signal.aborted) throw error;
  }
}

function reportUnloaded(text: string, { notices }: AppState, url?: URL): void {
  notices.banner({ id: BANNER, kind: 'error', title: texts.unloaded(url?.host), text });
}

function reportRefused(issue: FileIssue, { notices }: AppState): void {
  const { title, detail } = sentenceOf(issue);
  notices.banner({ id: BANNER, kind: 'error', title, text: detail });
}
