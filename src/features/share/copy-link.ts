import type { MetricSettings } from '#core/score/metric/settings.ts';
import { packRuns, packSettings } from '#kernel/storage/run-file.ts';
import type { LoadedRun } from '#kernel/storage/runs.ts';
import { writeFragment } from '#kernel/storage/archive-text.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { toLoadedRun } from '#kernel/run/stored-form.ts';
import { markdownReport } from '#core/share/results/markdown-report.ts';
import { copyText } from '#kernel/clipboard.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { SETTINGS_LINK, copyLink as texts, shareDialog } from './texts.ts';

/** Chat programs and mail cut links that are longer. */
export const LONG_LINK = 2000;
/** Links that are longer do not arrive. */
export const LONGEST_LINK = 32_000;

/** Rows that no packing makes short enough for a link. */
const HOPELESS_BYTES = 2_000_000;

/** Writes a link that opens this page with a run and all its rows; undefined when it is too long. */
export async function linkWithData(run: OpenRun): Promise<string | undefined> {
  if (run.rows.size > HOPELESS_BYTES) return undefined;
  const packed = await packRuns('run', [forLink(toLoadedRun(run))]);
  const link = pageAddress() + (await writeFragment(packed));
  return link.length > LONGEST_LINK ? undefined : link;
}

/** Writes a link that opens this page with settings and no data. */
export async function linkWithSettings(settings: MetricSettings): Promise<string> {
  return pageAddress() + (await writeFragment(await packSettings(settings)));
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

/** Puts what is shared on the clipboard; tells whether the browser let it. */
export function copyShared({ notices }: AppState, text: string, what: string): Promise<boolean> {
  return copyText(notices, text, texts.copied(what, text.length));
}

/** Copies a link that holds the open run; where it fits no link, the run is shared in another way. */
export async function copyRunLink(app: AppState, otherwise: () => void): Promise<void> {
  const { run, progress } = app.workspace;
  const link = run && !progress ? await linkWithData(run) : undefined;
  if (link === undefined || !(await copyShared(app, link, shareDialog.data))) otherwise();
}

/** Copies a link that offers the settings at hand. */
export async function copySettingsLink(app: AppState): Promise<boolean> {
  const link = await linkWithSettings(app.workspace.settings);
  return copyShared(app, link, SETTINGS_LINK);
}

/** Copies the verdict, the metrics and the most common causes of a run. */
export function copyMarkdown(app: AppState, run: OpenRun): Promise<boolean> {
  return copyShared(app, markdownReport(run.record, run), shareDialog.markdown);
}

/** What to mind about a link, `too-long` where there can be none; undefined when there is nothing. */
export function warnOfLink(link: string): string | undefined {
  if (link === 'too-long') return texts.tooLong(LONGEST_LINK);
  if (link.length > LONG_LINK) return texts.long(LONG_LINK);
  return undefined;
}
