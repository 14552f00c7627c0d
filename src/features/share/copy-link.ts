import { packRuns, type LoadedRun } from '#engine/run-file/pack-runs.ts';
import { writeFragment } from '#kernel/storage/run-file.ts';
import { isUnsaved, type OpenRun } from '#kernel/run/open-run.ts';
import { toLoadedRun, withNewIds } from '#kernel/run/stored-form.ts';
import { withExchanges } from '#kernel/storage/exchanges.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { markdownReport } from '#core/share/results/markdown-report.ts';
import { copyText } from '#kernel/clipboard.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { LINK, MARKDOWN, copyLink as texts } from './texts.ts';

/** Chat programs and mail cut links that are longer. */
const LONG_LINK = 2000;
/** Links that are longer do not arrive. */
export const LONGEST_LINK = 32_000;

/** Rows that no packing makes short enough for a link. */
const HOPELESS_BYTES = 2_000_000;

/**
 * Writes a link that opens this page with a run and all its rows, or compares several, the baseline
 * first; undefined when it is too long.
 */
export async function linkWithRuns(runs: readonly OpenRun[]): Promise<string | undefined> {
  if (runs.reduce((sum, { rows }) => sum + rows.size, 0) > HOPELESS_BYTES) return undefined;
  // before anything is awaited: the page may be gone by then
  const address = pageAddress();
  const packed = await packRuns(
    runs.length > 1 ? 'backup' : 'run',
    runs.map((run) => forLink(withOwnIds(toLoadedRun(run)))),
  );
  const link = address + (await writeFragment(packed));
  return link.length > LONGEST_LINK ? undefined : link;
}

/** Downloads the runs of a comparison in one file, with the messages exchanged with their agents. */
export async function downloadRuns(app: AppState, runs: readonly OpenRun[]): Promise<void> {
  const loaded = Promise.all(
    runs.map((run) => withExchanges(toLoadedRun(run), app.store).then(withOwnIds)),
  );
  const file = loaded.then((whole) => packRuns('backup', whole));
  await downloadsOf(app).file('comparison.backup.gz', file);
}

/** Runs that came from outside have no source of a name of its own: among others they would share one. */
function withOwnIds(loaded: LoadedRun): LoadedRun {
  return isUnsaved(loaded.run) ? withNewIds(loaded) : loaded;
}

/** A link leaves out what can be found again from the rest, and what no link has room for. */
function forLink({ run, source, chunks }: LoadedRun): LoadedRun {
  const isSummary = run.state === 'summary';
  return {
    run: { ...run, summary: isSummary ? run.summary : [], sampleId: '' },
    source: source && { ...source, original: null },
    chunks,
  };
}

function pageAddress(): string {
  return location.href.replace(/#.*$/s, '');
}

/** Puts what is shared on the clipboard; returns whether the browser allowed it. */
export function copyShared({ notices }: AppState, text: string, what: string): Promise<boolean> {
  return copyText(notices, text, texts.copied(what, text.length));
}

/** The runs compared where the comparison is what is shown; none elsewhere. */
export function comparedRuns(app: AppState): readonly OpenRun[] {
  const { runs } = comparisonOf(app);
  return app.router.screen === 'compare' && runs.length > 1 ? runs : [];
}

/** Whether runs to compare are still loading: nothing else is shared meanwhile. */
export function isComparing(app: AppState): boolean {
  return app.router.screen === 'compare' && comparisonOf(app).isLoading;
}

/**
 * Copies a link that holds what is shown, the comparison or the open run.
 * @param otherwise called where that does not fit into a link
 */
export async function copyShownLink(app: AppState, otherwise: () => void): Promise<void> {
  const { workspace, router } = app;
  // just after leaving a screen, the next one is meant
  router.read();
  const compared = comparedRuns(app);
  const run = workspace.progress || isComparing(app) ? undefined : workspace.run;
  const shown = compared.length > 0 || !run ? compared : [run];
  const link = shown.length > 0 ? await linkWithRuns(shown) : undefined;
  if (link === undefined || !(await copyShared(app, link, LINK))) otherwise();
}

/** Copies the verdict, the metrics and the most common causes of a run. */
export function copyMarkdown(app: AppState, run: OpenRun): Promise<boolean> {
  return copyShared(app, markdownReport(run.record, run), MARKDOWN);
}

/** How long a link is; an empty text where it is `unknown` or `too-long`. */
export function sizeOfLink(link: string): string {
  return ['unknown', 'too-long'].includes(link) ? '' : texts.characters(link.length);
}

/** What to mind about a link, `too-long` where there can be none; undefined when there is nothing. */
export function warnOfLink(link: string): string | undefined {
  if (link === 'too-long') return texts.tooLong(LONGEST_LINK);
  if (link.length > LONG_LINK) return texts.long(LONG_LINK);
  return undefined;
}
