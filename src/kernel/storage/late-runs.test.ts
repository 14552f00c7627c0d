import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFreshDatabases } from '../../../tests/fixtures/storage/database-faults.ts';
import { Store } from './connection.ts';
import { RunStore } from './runs.ts';
import type { StorageTrouble } from './storage-error.ts';

let troubles: StorageTrouble[];
let store: Store;

beforeEach(() => {
  useFreshDatabases();
  troubles = [];
  store = new Store((trouble) => troubles.push(trouble));
  vi.doMock('./stored-runs.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
});

afterEach(() => {
  vi.doUnmock('./stored-runs.ts');
  store.close();
});

it('lists no runs without the code for those that are stored', async () => {
  expect(await new RunStore(store).list()).toEqual([]);
  expect(troubles).toEqual([]);
});

it('reports storage as not available where that code does not arrive', async () => {
  const reading = new RunStore(store).get('a');
  await expect(reading).rejects.toMatchObject({ name: 'StorageError', trouble: 'unavailable' });
  expect(troubles).toEqual(['unavailable']);
});
