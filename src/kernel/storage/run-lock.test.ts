import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdRunLock, isRunLockHeld } from './locks.ts';

type Locks = Pick<LockManager, 'request' | 'query'>;

function stubLocks(locks: Partial<Record<keyof Locks, unknown>>): void {
  vi.stubGlobal('navigator', { locks });
}

afterEach(() => vi.unstubAllGlobals());

describe('run lock', () => {
  it('is held until it is freed', async () => {
    const held = new Set<string>();
    stubLocks({
      request: async (name: string, hold: () => Promise<void>) => {
        held.add(name);
        await hold();
        held.delete(name);
      },
      query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
    });
    const free = await holdRunLock('a');
    expect([...held]).toEqual(['trajectory-playground:run:a']);
    expect(await isRunLockHeld('a')).toBe(true);
    expect(await isRunLockHeld('b')).toBe(false);
    free();
    await vi.waitFor(() => expect(held.size).toBe(0));
    expect(await isRunLockHeld('a')).toBe(false);
  });

  it('is seen when another tab holds it', async () => {
    stubLocks({ query: async () => ({ held: [{ name: 'trajectory-playground:run:other' }] }) });
    expect(await isRunLockHeld('other')).toBe(true);
  });

  it.each([
    ['missing', undefined],
    [
      'refused',
      {
        request: async () => Promise.reject(new DOMException('', 'SecurityError')),
        query: async () => Promise.reject(new DOMException('', 'SecurityError')),
      },
    ],
  ])('is known to this page where locks are %s', async (_title, locks) => {
    vi.stubGlobal('navigator', { locks });
    const free = await holdRunLock('a');
    expect(await isRunLockHeld('a')).toBe(true);
    free();
    expect(await isRunLockHeld('a')).toBe(false);
  });
});
