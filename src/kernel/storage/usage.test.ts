import { afterEach, describe, expect, it, vi } from 'vitest';
import { askToPersist, estimateUsage } from './usage.ts';

afterEach(() => vi.unstubAllGlobals());

const refuse = () => Promise.reject(new TypeError('refused'));

describe('usage', () => {
  it('gives the browser’s estimate', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 5, quota: 9 }) } });
    expect(await estimateUsage()).toBe(5);
  });

  it.each([
    ['no storage manager', {}],
    ['an empty estimate', { storage: { estimate: async () => ({}) } }],
    ['a refusal', { storage: { estimate: refuse } }],
  ])('is undefined with %s', async (_title, navigator) => {
    vi.stubGlobal('navigator', navigator);
    expect(await estimateUsage()).toBeUndefined();
  });
});

describe('askToPersist', () => {
  it.each([
    ['agreed', { storage: { persist: async () => true } }, true],
    ['declined', { storage: { persist: async () => false } }, false],
    ['refused', { storage: { persist: refuse } }, false],
    ['missing', {}, false],
  ])('tells when it was %s', async (_title, navigator, isKept) => {
    vi.stubGlobal('navigator', navigator);
    expect(await askToPersist()).toBe(isKept);
  });
});
