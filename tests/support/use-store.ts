import { afterEach, beforeEach, vi } from 'vitest';
import { Store, type StorageTrouble } from '#kernel/storage/connection.ts';
import { useFreshDatabases } from '../fixtures/storage/database-faults.ts';

/** A fresh store on an empty database for each test of a file, and the notices it reported. */
export interface UsedStore {
  readonly store: Store;
  readonly troubles: StorageTrouble[];
}

/** Gives each test of a file an empty database with a store, and removes all stubs. */
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
