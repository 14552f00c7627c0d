import { joinParts } from './join-parts.ts';
import { otherSideOf } from './other-side.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { readClipboard } from '#kernel/clipboard.ts';
import { missingSide } from '#core/read/dataset/missing-side.ts';
import { FILE_LIMITS, isArchive } from '#engine/run-file/archive.ts';
import { findReportRun } from '#engine/run-file/report.ts';
import { openRunFile, type RunFileResult } from '#kernel/storage/run-file.ts';
import { restoreBackup } from '#features/runs/backup.ts';
import { tellOpened } from '#kernel/tell.ts';
import { openFile as texts } from './texts.ts';

/** Opens files in the playground one after the other, datasets and what this page wrote; the last one stays open. */
export async function openFiles(
  app: AppState,
  files: readonly File[],
  ticket = app.workspace.runs.ticket(),
): Promise<void> {
  const { workspace, notices, router } = app;
  router.go('playground');
  const unread: string[] = [];
  const joined = await joinParts(files, app.pool);
  for (const [index, file] of joined.entries()) {
    const isShared = await openShared(file, app, ticket);
    const isOpen = isShared ?? (await workspace.openFile(file, ticket));
    if (!isOpen) return;
    if (workspace.phase.kind === 'unreadable') unread.push(file.name);
    else if (index === 0 && joined.length === 2 && (await offerSecond(joined[1], app, ticket)))
      return;
  }
  if (joined.length > 1) tellOpened(notices, joined.length, unread);
}

/** Opens the text of the clipboard in the playground. */
export async function openClipboard(app: AppState): Promise<void> {
  const ticket = app.workspace.runs.ticket();
  const text = await readClipboard(app.notices);
  app.router.go('playground');
  if (text !== undefined) await app.workspace.openText(text, undefined, ticket);
}

/** Offers the second of two files as the side that the first one lacks; whether it is done with. */
async function offerSecond(
  second: File | undefined,
  app: AppState,
  ticket: number,
): Promise<boolean> {
  const { workspace } = app;
  const { run } = workspace;
  if (!run || !second || !missingSide({ columns: run.columns.columns, roles: run.roles }))
    return false;
  const otherSide = otherSideOf(app);
  // opened apart, it was still asked for before whatever was opened since
  const openApart = (): void => void workspace.openFile(second, ticket);
  const isOffered = await otherSide.offer(run, second, openApart);
  return isOffered || workspace.run?.key !== run.key;
}

/**
 * Opens a run file or a report as a run of one's own, and puts back the runs of a backup;
 * undefined when the file is none of them.
 */
async function openShared(file: File, app: AppState, ticket: number): Promise<true | undefined> {
  const { workspace, library, router } = app;
  const reading = await readSharedFile(file);
  if (!reading) return undefined;
  if (!reading.ok) workspace.refuse(reading.issue, ticket);
  else if (reading.kind === 'settings') await workspace.setSettings(reading.settings);
  else if (reading.kind === 'backup') {
    await restoreBackup(reading, app);
    router.go('runs');
  } else {
    const [loaded] = reading.runs;
    if (loaded) await workspace.openUnsaved(library.adopt(loaded), false, ticket);
    if (!workspace.runs.isLate(ticket)) await workspace.keep();
  }
  return true;
}

/** The first bytes of gzip, of HTML and of an unpacked run file. */
const STARTS = ['\u001f\u008b', '<!', '{"archive":"'];

/** Opens a file that this page wrote: a run file, a backup or a report; undefined for any other. */
async function readSharedFile(file: File): Promise<RunFileResult | undefined> {
  const start = await startOf(file);
  if (!STARTS.some((known) => start.startsWith(known))) return undefined;
  if (!start.startsWith('<'))
    return (await isArchive(file)) ? openRunFile(file, FILE_LIMITS, 'run file') : undefined;
  try {
    const run = await findReportRun(file);
    return run && (await openRunFile(run, FILE_LIMITS, 'report'));
  } catch {
    const reason = texts.isBroken;
    return { ok: false, issue: { code: 'file_broken', kind: 'report', reason } };
  }
}

async function startOf(file: File): Promise<string> {
  try {
    const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    return String.fromCharCode(...bytes);
  } catch {
    return ''; // who reads the file next says so
  }
}
