import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { fillDisk } from '../../../tests/fixtures/storage/database-faults.ts';
import { it, openFile, openRows, runOf } from '../../../tests/support/open-app.ts';
import { savedFile, type SavedFile } from '../../../tests/support/saved-file.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { ExchangeStore } from '#kernel/storage/exchanges.ts';
import { isBackupDue, writeBackup } from './backup.ts';
import { StorageError } from '#kernel/storage/connection.ts';

const DAY_MS = 86_400_000;
const told = (app: AppState) => app.notices.toasts.at(-1)?.text;

/** Deletes runs, and gives the backup that was made before. */
async function removeAfterBackup(app: AppState, ...ids: readonly string[]): Promise<SavedFile> {
  const file = await savedFile(() => writeBackup(app));
  app.workspace.clear();
  for (const id of ids) await app.library.remove(id);
  return file;
}

describe('a backup', () => {
  it.beforeEach(({ app }) => openRows(app, THREE_ROWS, 'weather.jsonl'));

  it('passes over runs that cannot be read, and counts them', async ({ app }) => {
    const { store } = app.library;
    const load = store.load.bind(store);
    const damaged = runOf(app).record.id;
    vi.spyOn(store, 'load').mockImplementation((id) =>
      id === damaged ? Promise.reject(new StorageError('damaged')) : load(id),
    );
    await savedFile(() => writeBackup(app));
    expect(told(app)).toBe('1 run backed up, 1 run left out: damaged.');
  });

  it('counts the runs whose answers of an agent could not be read, and holds the rest of them', async ({
    app,
  }) => {
    const { store } = app.library;
    const load = store.load.bind(store);
    vi.spyOn(store, 'load').mockImplementation(async (id) => {
      const loaded = await load(id);
      const agent = { title: 'HTTP', trials: 1, runId: 'gone' };
      return loaded && ({ ...loaded, run: { ...loaded.run, agent } } as unknown as typeof loaded);
    });
    vi.spyOn(ExchangeStore.prototype, 'all').mockRejectedValue(new Error('damaged'));
    await savedFile(() => writeBackup(app));
    expect(told(app)).toBe('2 runs backed up, 2 runs without the agent’s answers: damaged.');
    vi.restoreAllMocks();
  });

  it('says which runs could not be stored, and stores the others', async ({ app }) => {
    const file = await removeAfterBackup(app, ...app.library.list.map(({ id }) => id));
    vi.spyOn(app.library.store, 'restore').mockRejectedValueOnce(new Error('full'));
    await openFile(app, file.name, file.content);
    expect(told(app)).toBe('1 run restored, 1 run not stored.');
    expect(app.library.list).toHaveLength(1);
  });

  it('is told where the disk is full', async ({ app }) => {
    const file = await removeAfterBackup(app, runOf(app).record.id);
    fillDisk('put');
    await openFile(app, file.name, file.content);
    expect(told(app)).toBe('0 runs restored, 1 run stored already, 1 run not stored.');
    await eventually(() => expect(app.notices.banners[0]?.title).toBe('Storage is full.'));
  });
});

describe('a word on backing up', () => {
  it('is due until there is a backup, and again after thirty days', async ({ app }) => {
    expect(isBackupDue(Date.now())).toBe(true);
    await savedFile(() => writeBackup(app));
    expect(isBackupDue(Date.now())).toBe(false);
    expect(isBackupDue(Date.now() + 29 * DAY_MS)).toBe(false);
    expect(isBackupDue(Date.now() + 31 * DAY_MS)).toBe(true);
  });

  it('is due where the browser keeps nothing', () => {
    const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(isBackupDue(Date.now())).toBe(true);
    get.mockRestore();
  });
});
