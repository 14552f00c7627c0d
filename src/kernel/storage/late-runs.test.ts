import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStore } from '../../../tests/support/use-store.ts';
import { RunStore } from './runs.ts';

const used = useStore();
beforeEach(() => {
  vi.doMock('./stored-runs.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
});
afterEach(() => {
  vi.doUnmock('./stored-runs.ts');
});

it('lists no runs without the code for those that are stored', async () => {
  expect(await new RunStore(used.store).list()).toEqual([]);
  expect(used.troubles).toEqual([]);
});

it('reports storage as not available where that code does not arrive', async () => {
  const reading = new RunStore(used.store).get('a');
  await expect(reading).rejects.toMatchObject({ name: 'StorageError', trouble: 'unavailable' });
  expect(used.troubles).toEqual(['unavailable']);
});
