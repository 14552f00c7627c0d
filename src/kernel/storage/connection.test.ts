import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  loseConnection,
  openRaw,
  refuseToStore,
  watchConnections,
} from '../../../tests/fixtures/storage/database-faults.ts';
import { exampleDraft } from '../../../tests/fixtures/storage/example-records.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import { Store, DATABASE, StorageError, type StorageTrouble } from './connection.ts';
import { DraftStore } from '#kernel/run/draft-keeper.ts';
import { eventually } from '../../../tests/support/eventually.ts';

const used = useStore();
let drafts: DraftStore;
beforeEach(() => {
  drafts = new DraftStore(used.store);
});

function troubleOf(operation: Promise<unknown>): Promise<StorageTrouble | 'none' | 'other'> {
  return operation.then(
    () => 'none' as const,
    (error: unknown) => (error instanceof StorageError ? error.trouble : ('other' as const)),
  );
}

describe('opening', () => {
  it('waits for the first operation and opens once', async () => {
    const connections = watchConnections();
    expect(connections).toHaveLength(0);
    await Promise.all([drafts.load(), drafts.load(), drafts.save(exampleDraft())]);
    expect(connections).toHaveLength(1);
    expect(used.troubles).toEqual([]);
  });

  it('knows a new database by its creation, before it is ready', async () => {
    let isReady = false;
    const isNew = used.store.isNew();
    void drafts.load().then(() => (isReady = true));
    expect(await isNew).toBe(true);
    expect(isReady).toBe(false);
    used.store.close();
    expect(await new Store(() => undefined).isNew()).toBe(false);
  });

  it('takes no database for one that is not new', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await used.store.isNew()).toBe(false);
  });

  it('tells when the browser has no database', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await troubleOf(drafts.load())).toBe('unavailable');
    expect(used.troubles).toEqual(['unavailable']);
  });

  it('works again once the browser agrees', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(await troubleOf(drafts.load())).toBe('unavailable');
    open.mockRestore();
    expect(await troubleOf(drafts.load())).toBe('none');
  });

  it('tells when the store is from a newer version, and leaves it alone', async () => {
    const newer = await openRaw(DATABASE.version + 1, (database) => {
      database.createObjectStore('future');
    });
    newer.close();
    expect(await troubleOf(drafts.load())).toBe('newer');
    expect(used.troubles).toEqual(['newer']);
    const again = await openRaw(DATABASE.version + 1);
    expect([...again.objectStoreNames]).toEqual(['future']);
  });

  it('goes on without storage when opening never ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(indexedDB, 'open').mockReturnValue(
      new (IDBOpenDBRequest as unknown as new () => IDBOpenDBRequest)(),
    );
    const loading = troubleOf(drafts.load());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await loading).toBe('unavailable');
  });

  it('tells when a foreign database has our name', async () => {
    (await openRaw(DATABASE.version)).close();
    expect(await troubleOf(drafts.load())).toBe('damaged');
  });
});

it.each([
  ['QuotaExceededError', 'full'],
  ['AbortError', 'unavailable'],
] as const)('upgrading ends without a loose rejection: %s is %s', async (name, trouble) => {
  const create = IDBDatabase.prototype.createObjectStore;
  vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    const made = create.apply(this, args);
    const tx = made.transaction as IDBTransaction & { _abort(name: string): void };
    if (args[0] === 'drafts') tx._abort(name);
    return made;
  });
  expect(await troubleOf(drafts.load())).toBe(trouble);
  vi.restoreAllMocks();
  expect(await drafts.load()).toBeUndefined();
});

describe('two tabs', () => {
  it('lets go when another tab upgrades', async () => {
    await drafts.save(exampleDraft());
    const newer = await openRaw(DATABASE.version + 1);
    expect(used.troubles).toEqual(['blocking']);
    expect(await troubleOf(drafts.load())).toBe('newer');
    newer.close();
  });

  it('tells when another tab deletes the database', async () => {
    await drafts.save(exampleDraft());
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(DATABASE.name).onsuccess = resolve;
    });
    expect(used.troubles).toEqual(['lost']);
    expect(await drafts.load()).toBeUndefined();
  });

  it('tells when an old tab does not let go, and works once it does', async () => {
    await drafts.save(exampleDraft());
    used.store.close();
    const old = await openRaw(DATABASE.version);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const upgraded = new Store((trouble) => used.troubles.push(trouble), DATABASE.version + 1);
    const loading = troubleOf(new DraftStore(upgraded).load());
    for (let step = 0; step < 20; step++) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(await loading).toBe('blocked');
    expect(await troubleOf(new DraftStore(upgraded).load())).toBe('blocked');
    old.close();
    vi.useRealTimers();
    await eventually(async () =>
      expect(await new DraftStore(upgraded).load()).toEqual(exampleDraft()),
    );
    expect(new Set(used.troubles)).toEqual(new Set(['blocked']));
    upgraded.close();
  });

  it('is not troubled by an old tab that lets go at once', async () => {
    await drafts.save(exampleDraft());
    const told: StorageTrouble[] = [];
    const upgraded = new Store((trouble) => told.push(trouble), DATABASE.version + 1);
    expect(await new DraftStore(upgraded).load()).toEqual(exampleDraft());
    expect(told).toEqual([]);
    upgraded.close();
  });
});

describe('a lost connection', () => {
  it('is told and opened again', async () => {
    const connections = watchConnections();
    await drafts.save(exampleDraft());
    loseConnection(connections[0]!);
    expect(used.troubles).toEqual(['lost']);
    expect(await drafts.load()).toEqual(exampleDraft());
    expect(connections).toHaveLength(2);
  });

  it('is opened again by the operation that finds it closed', async () => {
    const connections = watchConnections();
    await drafts.save(exampleDraft());
    connections[0]!.close();
    const loaded = await Promise.all([drafts.load(), drafts.load()]);
    expect(loaded).toEqual([exampleDraft(), exampleDraft()]);
    expect(connections).toHaveLength(2);
    expect(used.troubles).toEqual([]);
  });

  it('is told when the data are gone though the browser said nothing', async () => {
    const connections = watchConnections();
    await drafts.save(exampleDraft());
    connections[0]!.close();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(DATABASE.name).onsuccess = resolve;
    });
    expect(await drafts.load()).toBeUndefined();
    expect(used.troubles).toEqual(['lost']);
    connections[1]!.close();
    expect(await drafts.load()).toBeUndefined();
    expect(used.troubles).toEqual(['lost']);
  });

  it('is opened again once the browser, which clears it, lets it', async () => {
    await drafts.save(exampleDraft());
    used.store.close();
    const { open } = indexedDB;
    let refused = 0;
    vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
      if (refused++ < 2) throw new DOMException('', 'UnknownError');
      return open.apply(indexedDB, args);
    });
    expect(await drafts.load()).toEqual(exampleDraft());
    expect(refused).toBe(3);
    expect(used.troubles).toEqual([]);
  });

  it('is opened again when a transaction was cut off', async () => {
    const connections = watchConnections();
    await drafts.save(exampleDraft());
    let attempts = 0;
    await used.store.write(['drafts'], async (tx) => {
      const put = tx.objectStore('drafts').put(exampleDraft({ title: 'second' }));
      if (++attempts === 1) {
        tx.abort();
      }
      await put;
    });
    expect(attempts).toBe(2);
    expect(connections).toHaveLength(2);
    expect((await drafts.load())?.title).toBe('second');
  });

  it('is retried once, not more', async () => {
    let attempts = 0;
    const working = used.store.read(['drafts'], async () => {
      attempts++;
      throw new DOMException('', 'InvalidStateError');
    });
    expect(await troubleOf(working)).toBe('lost');
    expect(attempts).toBe(2);
    expect(used.troubles).toEqual(['lost']);
  });
});

it('a browser that stores nothing is told as such: a new connection that is refused like the first was never lost', async () => {
  refuseToStore('everything');
  expect(await troubleOf(drafts.save(exampleDraft()))).toBe('unavailable');
  expect(used.troubles).toEqual(['unavailable']);
});

describe('a failing operation', () => {
  it('is not tried again when the run is gone', async () => {
    const work = vi.fn(async () => Promise.reject(new StorageError('removed')));
    expect(await troubleOf(used.store.read(['runs'], work))).toBe('removed');
    expect(work).toHaveBeenCalledOnce();
  });

  it('writes nothing at all', async () => {
    await drafts.save(exampleDraft());
    const writing = used.store.write(['drafts'], async (tx) => {
      await tx.objectStore('drafts').put(exampleDraft({ title: 'half' }));
      throw new StorageError('removed');
    });
    expect(await troubleOf(writing)).toBe('removed');
    expect((await drafts.load())?.title).toBe('Pasted dataset');
  });

  it('rejects with a StorageError that has the cause', async () => {
    const uncloneable = { ...exampleDraft(), text: (() => '') as unknown as string };
    const error: unknown = await drafts.save(uncloneable).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect((error as StorageError).cause).toMatchObject({ name: 'DataCloneError' });
    expect(used.troubles).toEqual(['unavailable']);
  });
});
