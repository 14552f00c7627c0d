import { markdownReport } from '#core/results/markdown-report.ts';
import { copyText } from '#components/shell/clipboard.ts';
import { formatCount } from '#components/ui/format-number.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { OpenRun } from '#state/open-run.ts';
import { linkWithData, linkWithSettings } from '#state/write-link.ts';

/** Puts what is shared on the clipboard; tells whether the browser let it. */
export function copyShared({ notices }: AppState, text: string, what: string): Promise<boolean> {
  return copyText(notices, text, `${what} copied, ${formatCount(text.length)} characters.`);
}

/** Copies a link that holds the open run; where it fits no link, the run is shared in another way. */
export async function copyRunLink(app: AppState, otherwise: () => void): Promise<void> {
  const { run, progress } = app.workspace;
  const link = run && !progress ? await linkWithData(run) : undefined;
  if (link === undefined || !(await copyShared(app, link, 'Link with data'))) otherwise();
}

/** Copies a link that offers the settings at hand. */
export async function copySettingsLink(app: AppState): Promise<boolean> {
  const link = await linkWithSettings(app.workspace.settings);
  return copyShared(app, link, 'Link with settings');
}

/** Copies the verdict, the metrics and the commonest causes of a run. */
export function copyMarkdown(app: AppState, run: OpenRun): Promise<boolean> {
  return copyShared(app, markdownReport(run.record, run), 'Markdown');
}
