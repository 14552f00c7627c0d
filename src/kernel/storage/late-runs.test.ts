import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStore } from '../../../tests/support/use-store.ts';

const used = useStore();
beforeEach(() => {
  vi.resetModules();
  vi.doMock('#kernel/load-work.ts', () => ({
    loadWork: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  }));
});
afterEach(() => {
  vi.doUnmock('#kernel/load-work.ts');
  vi.resetModules();
});

const openRuns = async () => new (await import('./runs.ts')).RunStore(used.store);

it('lists no runs without the code for those that are stored', async () => {
  expect(await (await openRuns()).list()).toEqual([]);
  expect(used.troubles).toEqual([]);
});

it('reports storage as not available where that code does not arrive', async () => {
  const runs = await openRuns();
  const reading = runs.get('a');
  await expect(reading).rejects.toMatchObject({ name: 'StorageError', trouble: 'unavailable' });
  expect(used.troubles).toEqual(['unavailable']);
});
