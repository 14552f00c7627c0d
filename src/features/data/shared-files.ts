import { FILE_LIMITS, isArchive } from '#engine/run-file/archive.ts';
import { findReportRun } from '#engine/run-file/report.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openRunFile, type RunFileResult } from '#kernel/storage/run-file.ts';
import { restoreBackup } from '#features/runs/backup.ts';
import { openFile as texts } from './texts.ts';

/**
 * Opens a run file or a report as a run of one's own, and puts back the runs of a backup;
 * undefined when the file is none of them.
 */
export async function openSharedFile(
  file: File,
  app: AppState,
  ticket: number,
): Promise<true | undefined> {
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

/** Opens a file that this page wrote: a run file, a backup or a report; undefined for any other. */
async function readSharedFile(file: File): Promise<RunFileResult | undefined> {
  if ((await file.slice(0, 1).text()) !== '<')
    return (await isArchive(file)) ? openRunFile(file, FILE_LIMITS, 'run file') : undefined;
  try {
    const run = await findReportRun(file);
    return run && (await openRunFile(run, FILE_LIMITS, 'report'));
  } catch {
    const reason = texts.isBroken;
    return { ok: false, issue: { code: 'file_broken', kind: 'report', reason } };
  }
}
