import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdRunLock, isRunLockHeld, takeTabLock } from './locks.ts';
import { until } from '../../../tests/support/until.ts';

describe('the lock of a run', () => {
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
});

describe('the lock of a tab', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** The locks of a browser, as far as they are used. */
  function stubLocks(): Set<string> {
    const held = new Set<string>();
    const request = async (
      name: string,
      { ifAvailable }: { ifAvailable: boolean },
      hold: (lock: object | null) => Promise<void> | undefined,
    ): Promise<void> => {
      expect(ifAvailable).toBe(true);
      if (held.has(name)) return hold(null);
      held.add(name);
      await hold({ name });
      held.delete(name);
    };
    vi.stubGlobal('navigator', { locks: { request } });
    return held;
  }

  it('is taken by one tab until it frees it', async () => {
    const held = stubLocks();
    const free = await takeTabLock('judge');
    expect([...held]).toEqual(['trajectory-playground:judge']);
    expect(await takeTabLock('judge')).toBeUndefined();
    free?.();
    await until(() => held.size === 0);
    expect(await takeTabLock('judge')).toBeTypeOf('function');
  });

  it('is another one for another work', async () => {
    const held = stubLocks();
    await takeTabLock('judge');
    expect(await takeTabLock('agent')).toBeTypeOf('function');
    expect(held.size).toBe(2);
  });

  it.each([
    ['missing', {}],
    [
      'refused',
      { locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) } },
    ],
  ])('is given to everybody where locks are %s', async (_how, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const free = await takeTabLock('judge');
    expect(free?.()).toBeUndefined();
    expect(await takeTabLock('judge')).toBeTypeOf('function');
  });
});
