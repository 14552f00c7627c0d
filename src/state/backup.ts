import type { RunFileReading } from '#storage/run-file.ts';
import { packRuns } from '#storage/run-file.ts';
import type { Store } from '#storage/connection.ts';
import type { LoadedRun } from '#storage/runs.ts';
import type { Downloads } from './downloads.ts';
import type { Library } from './library.svelte.ts';
import { keepExchanges, withExchanges } from './run-exchanges.ts';
import type { Notices } from './notices.svelte.ts';

interface Services {
  readonly library: Library;
  readonly downloads: Downloads;
  readonly notices: Notices;
  readonly store: Store;
}

/** The runs of a file that holds several. */
type Backup = Pick<Extract<RunFileReading, { kind: 'backup' | 'run' }>, 'runs' | 'damagedCount'>;

const KEY = 'trajectory-playground:backup';
const DUE_AFTER_MS = 30 * 86_400_000;

/** Whether the last backup is so long ago that another is worth a word. */
export function isBackupDue(nowMs: number): boolean {
  try {
    return nowMs - Number(localStorage.getItem(KEY) ?? 0) > DUE_AFTER_MS;
  } catch {
    return true;
  }
}

/** Writes every stored run into one file; those that cannot be read are counted. */
export async function writeBackup({ library, downloads, notices, store }: Services): Promise<void> {
  const runs: LoadedRun[] = [];
  let damagedCount = 0;
  for (const { id } of library.list) {
    const loaded = await library.store.load(id).catch(() => undefined);
    if (loaded) runs.push(await withExchanges(loaded, store).catch(() => loaded));
    else damagedCount++;
  }
  const day = new Date().toISOString().slice(0, 10);
  try {
    downloads.file(await packRuns('backup', runs), `trajectory-playground-${day}.backup.gz`);
  } catch (error) {
    downloads.tellFailed(error);
    return;
  }
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // then the reminder stays
  }
  notices.toast(
    sentence([
      [runs.length, 'backed up'],
      [damagedCount, 'left out: damaged'],
    ]),
  );
}

/** Puts the runs of a backup beside those that are stored; one that is stored stays as it is. */
export async function restoreBackup(
  { runs, damagedCount }: Backup,
  { library, notices, store }: Services,
): Promise<void> {
  await library.refresh();
  const missing = runs.filter(({ run }) => !library.find(run.id));
  let failedCount = 0;
  for (const loaded of missing) {
    // the store has told why
    await library.store.restore(loaded).catch(() => failedCount++);
    await keepExchanges(loaded, store);
  }
  await library.refresh();
  notices.toast(
    sentence([
      [missing.length - failedCount, 'restored'],
      [runs.length - missing.length, 'stored already'],
      [failedCount, 'not stored'],
      [damagedCount, 'left out: damaged'],
    ]),
  );
}

function sentence(parts: readonly (readonly [count: number, what: string])[]): string {
  const said = parts.filter(([count], index) => index === 0 || count > 0);
  return `${said.map(([count, what]) => `${count} ${count === 1 ? 'run' : 'runs'} ${what}`).join(', ')}.`;
}
