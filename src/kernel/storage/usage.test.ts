import { afterEach, expect, it, vi } from 'vitest';
import { askToPersist } from './usage.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['agreed', { storage: { persist: async () => true } }, true],
  ['declined', { storage: { persist: async () => false } }, false],
  ['refused', { storage: { persist: () => Promise.reject(new TypeError('refused')) } }, false],
  ['missing', {}, false],
])('tells whether storing for good was %s', async (_title, navigator, isKept) => {
  vi.stubGlobal('navigator', navigator);
  expect(await askToPersist()).toBe(isKept);
});
