import { missingSide } from '#core/dataset/missing-side.ts';
import type { Store } from '#storage/connection.ts';
import type { Downloads } from './downloads.ts';
import type { Library } from './library.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import type { OtherSide } from './other-side.svelte.ts';
import type { Router } from './router.svelte.ts';
import { readSharedFile } from './shared-file.ts';
import { tellOpened } from './tell.ts';
import type { Workspace } from './workspace.svelte.ts';

interface Services {
  readonly workspace: Workspace;
  readonly library: Library;
  readonly notices: Notices;
  readonly router: Router;
  readonly downloads: Downloads;
  readonly store: Store;
  prepareOtherSide(): Promise<OtherSide>;
}

/** Opens files one after the other, datasets and what this page wrote; the last one stays open. */
export async function openFiles(files: readonly File[], services: Services): Promise<void> {
  const { workspace, notices } = services;
  const unread: string[] = [];
  for (const [index, file] of files.entries()) {
    const isOpen = (await openShared(file, services)) ?? (await workspace.openFile(file));
    if (!isOpen) return;
    if (workspace.phase.kind === 'unreadable') unread.push(file.name);
    else if (index === 0 && files.length === 2 && (await offerSecond(files[1], services))) return;
  }
  if (files.length > 1) tellOpened(notices, files.length, unread);
}

/** Offers the second of two files as the side that the first one lacks; whether it is done with. */
async function offerSecond(second: File | undefined, services: Services): Promise<boolean> {
  const { workspace } = services;
  const { run } = workspace;
  if (!run || !second || !missingSide({ columns: run.columns.columns, roles: run.roles }))
    return false;
  const otherSide = await services.prepareOtherSide();
  const isOffered = await otherSide.offer(run, second, () => void workspace.openFile(second));
  return isOffered || workspace.run?.key !== run.key;
}

/**
 * Opens a run file or a report as a run of one's own, and puts back the runs of a backup;
 * undefined when the file is none of them.
 */
async function openShared(file: File, services: Services): Promise<true | undefined> {
  const { workspace, library, router } = services;
  const reading = await readSharedFile(file);
  if (!reading) return undefined;
  if (!reading.ok) workspace.refuse(reading.issue);
  else if (reading.kind === 'settings') await workspace.setSettings(reading.settings);
  else if (reading.kind === 'backup') {
    const { restoreBackup } = await import('./backup.ts');
    await restoreBackup(reading, services);
    router.go('runs');
  } else {
    const [loaded] = reading.runs;
    if (loaded) await workspace.openUnsaved(await library.adopt(loaded));
    await workspace.keep();
  }
  return true;
}
