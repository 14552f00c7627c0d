import type { RunFileResult } from '#kernel/storage/run-file.ts';
import { packRuns } from '#engine/run-file/pack-runs.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { keepExchanges, withExchanges } from '#kernel/storage/exchanges.ts';
import { loadText, saveText } from '#kernel/settings-storage.ts';
import { ifStored } from '#kernel/storage/connection.ts';
import { backup as texts } from './texts.ts';

/** The runs of a file that holds several. */
type Backup = Pick<Extract<RunFileResult, { kind: 'backup' | 'run' }>, 'runs' | 'damagedCount'>;

const KEY = 'backup';
const DUE_AFTER_MS = 30 * 86_400_000;

/** Whether the last backup is so long ago that another is worth a word. */
export function isBackupDue(nowMs: number): boolean {
  return nowMs - Number(loadText(KEY)) > DUE_AFTER_MS;
}

/** Writes every stored run into one file; those that cannot be read are counted. */
export async function writeBackup(app: AppState): Promise<void> {
  const { library, notices, store } = app;
  const runs: LoadedRun[] = [];
  let damagedCount = 0;
  let withoutAnswers = 0;
  for (const { id } of library.list) {
    const loaded = await ifStored(library.store.load(id));
    if (!loaded) damagedCount++;
    else
      runs.push(
        await withExchanges(loaded, store).catch(() => {
          withoutAnswers++;
          return loaded;
        }),
      );
  }
  const day = new Date().toISOString().slice(0, 10);
  const name = `trajectory-playground-${day}.backup.gz`;
  if (!(await downloadsOf(app).file(name, packRuns('backup', runs)))) return;
  saveText(KEY, String(Date.now()));
  notices.toast(
    texts.sentence([
      [runs.length, texts.backedUp],
      [withoutAnswers, texts.withoutAnswers],
      [damagedCount, texts.leftOut],
    ]),
  );
}

/** Puts the runs of a backup beside those that are stored; one that is stored stays as it is. */
export async function restoreBackup(
  { runs, damagedCount }: Backup,
  { library, notices, store }: AppState,
): Promise<void> {
  await library.refresh();
  const missing = runs.filter(({ run }) => !library.find(run.id));
  let failedCount = 0;
  for (const loaded of missing) {
    // the store has reported why
    await library.store.restore(loaded).catch(() => failedCount++);
    await keepExchanges(loaded, store);
  }
  await library.refresh();
  notices.toast(
    texts.sentence([
      [missing.length - failedCount, texts.restored],
      [runs.length - missing.length, texts.storedAlready],
      [failedCount, texts.notStored],
      [damagedCount, texts.leftOut],
    ]),
  );
}
