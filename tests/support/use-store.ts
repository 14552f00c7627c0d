import { afterEach, beforeEach, vi } from 'vitest';
import { Store } from '#kernel/storage/connection.ts';
import type { StorageTrouble } from '#kernel/storage/storage-error.ts';
import { useFreshDatabases } from '../fixtures/storage/database-faults.ts';

/** A store of its own for each test of a file, on an empty database, with what it has told. */
export interface UsedStore {
  readonly store: Store;
  readonly troubles: StorageTrouble[];
}

/** Gives each test of a file an empty database and a store over it, and takes back all stubs. */
export function useStore(): UsedStore {
  const used: { store: Store; troubles: StorageTrouble[] } = { store: newStore([]), troubles: [] };
  beforeEach(() => {
    useFreshDatabases();
    used.troubles = [];
    used.store = newStore(used.troubles);
  });
  afterEach(() => {
    used.store.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return used;
}

function newStore(troubles: StorageTrouble[]): Store {
  return new Store((trouble) => troubles.push(trouble));
}
