import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { FILE_LIMITS } from '#engine/run-file/archive.ts';
import { readReportBlock } from '#engine/run-file/report.ts';
import { readFragment, openRunFile } from '#kernel/storage/run-file.ts';
import { readDataLink, DatasetUnreachable, fetchDataset } from '#features/data/data-link.ts';
import { isSharedLink } from '#kernel/router.svelte.ts';
import { openFiles } from '#features/data/open-files.ts';
import { paramsOf, writePairs } from '#features/compare/comparison-link.ts';
import { RUN_LETTERS } from '#core/compare/run-letters.ts';
import { asUnsaved, type OpenRun } from '#kernel/run/open-run.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { openShared as texts } from './texts.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';

/** What a link offers; nothing is used before a person agrees. */
export type Review =
  | { readonly kind: 'settings'; readonly settings: MetricSettings }
  | { readonly kind: 'data'; readonly url: URL };

/** The banner that says why a link or a report is refused. */
const BANNER = 'link';
const REPORT_EVERY_MS = 250;

/** Links and reports: reviewed and opened. */
class Sharing {
  readonly #app: AppState;
  #review = $state.raw<Review | undefined>();
  #isReport = $state(false);

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The link under review, if any. */
  get review(): Review | undefined {
    return this.#review;
  }

  /** Whether this page is a report and its run was opened. */
  get isReport(): boolean {
    return this.#isReport;
  }

  /**
   * Looks at the page's link. A run, or runs to compare beside the open one, open at once, unsaved;
   * what would change the open dataset, or send a request, waits for review. Reports why a link cannot
   * be opened.
   * @returns whether a run was opened in the playground
   */
  async readLink(): Promise<boolean> {
    this.#review = undefined;
    const { hash } = location;
    // left again while this code was loading: the notice stays
    if (!isSharedLink(hash)) return false;
    const { library, notices, router, workspace } = this.#app;
    notices.dismissBanner(BANNER);
    const data = readDataLink(hash);
    if (data && 'url' in data) this.#review = { kind: 'data', url: data.url };
    else if (data) {
      this.#reportUnloaded(data.problem);
      router.leaveLink();
    }
    if (data) return false;
    const reading = await readFragment(hash);
    if (location.hash !== hash || !reading) return false;
    if (!reading.ok) {
      this.#reportRefused(reading.issue);
      router.leaveLink();
      return false;
    }
    if (reading.kind === 'settings') {
      this.#review = { kind: 'settings', settings: reading.settings };
      return false;
    }
    const whole = reading.runs.filter(({ run }) => run.state === 'complete' && run.rowCount > 0);
    if (whole.length > 1) {
      const runs = await Promise.all(whole.map((loaded) => library.adopt(loaded)));
      // left again meanwhile
      if (location.hash === hash) this.#compareVisiting(runs);
      return false;
    }
    const [loaded] = reading.runs;
    if (!loaded) return false;
    router.leaveLink();
    await workspace.openUnsaved(library.adopt(loaded));
    return true;
  }

  /** Compares runs without storing them; the open run stays open. */
  #compareVisiting(runs: readonly OpenRun[]): void {
    const { library, router } = this.#app;
    const visiting = runs.slice(0, RUN_LETTERS.length).map((run) => {
      const { summary } = run;
      return { ...run, record: { ...asUnsaved(run.record), summary } };
    });
    library.visiting = visiting;
    router.leaveLink('compare', paramsOf(visiting.map(({ record }) => record.id)));
  }

  /** Uses what was reviewed: data to load, or settings for the open run. */
  async accept(): Promise<void> {
    const review = this.#review;
    this.dismiss();
    if (review?.kind === 'data') await this.#loadData(review.url);
    if (review?.kind !== 'settings') return;
    const { workspace, notices } = this.#app;
    const before = workspace.settings;
    await workspace.setSettings(review.settings);
    const undo = (): void => void workspace.setSettings(before);
    notices.toast(texts.applied, { label: texts.undo, run: undo });
  }

  /** Dismisses the link. */
  dismiss(): void {
    this.#review = undefined;
    this.#app.router.leaveLink();
  }

  /** Opens the run of the report that this page is; false when it cannot be read. */
  async openReport(block: string): Promise<boolean> {
    const { library, workspace } = this.#app;
    const ticket = workspace.runs.ticket();
    // invalid base64 is refused below like any other broken file
    const archive = await readReportBlock(block).catch(() => new Blob());
    const reading = await openRunFile(archive, FILE_LIMITS, 'report');
    if (!reading.ok) this.#reportRefused(reading.issue);
    const [loaded] = reading.ok && reading.kind !== 'settings' ? reading.runs : [];
    if (loaded) await workspace.openUnsaved(library.adopt(loaded), false, ticket);
    this.#isReport = loaded !== undefined;
    return this.#isReport;
  }

  /** Loads a dataset and opens it like a file; reports progress and errors. */
  async #loadData(url: URL): Promise<void> {
    const { notices, workspace } = this.#app;
    const ticket = workspace.runs.ticket();
    const abort = new AbortController();
    const report = (bytes: number): void =>
      notices.banner({
        id: BANNER,
        kind: 'info',
        title: texts.loading(url.host),
        text: texts.soFar(bytes),
        actions: [{ label: texts.cancel, run: () => abort.abort() }],
      });
    let reportedAtMs = performance.now();
    report(0);
    try {
      const file = await fetchDataset(url, abort.signal, (bytes) => {
        if (performance.now() - reportedAtMs < REPORT_EVERY_MS) return;
        reportedAtMs = performance.now();
        report(bytes);
      });
      notices.dismissBanner(BANNER);
      await openFiles(this.#app, [file], ticket);
    } catch (error) {
      notices.dismissBanner(BANNER);
      if (error instanceof DatasetUnreachable) this.#reportUnloaded(error.message, url);
      else if (!abort.signal.aborted) throw error;
    }
  }

  #reportUnloaded(text: string, url?: URL): void {
    const title = texts.unloaded(url?.host);
    this.#app.notices.banner({ id: BANNER, kind: 'error', title, text });
  }

  #reportRefused(issue: FileIssue): void {
    const { title, detail } = sentenceOf(issue);
    this.#app.notices.banner({ id: BANNER, kind: 'error', title, text: detail });
  }
}

/** The links and reports of an app. */
export const sharingOf = perApp((app) => new Sharing(app));

/** Whether the screen shows a comparison from a link, or one of its runs. */
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
    // a run that did not fit stays unsaved
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
