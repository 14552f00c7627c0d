import { expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loads once for all who ask, and again only after a failure', async () => {
  const load = vi.fn(() => Promise.resolve('code'));
  load.mockRejectedValueOnce(new Error('offline'));
  const ask = loadOnce(load);
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('offline');
  expect(await Promise.all([ask(), ask()])).toEqual(['code', 'code']);
  expect(await ask()).toBe('code');
  expect(load).toHaveBeenCalledTimes(2);
});
