import { afterEach, expect, it, vi } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { takeTabLock } from './locks.ts';

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
  ['refused', { locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) } }],
])('is given to everybody where locks are %s', async (_how, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const free = await takeTabLock('judge');
  expect(free?.()).toBeUndefined();
  expect(await takeTabLock('judge')).toBeTypeOf('function');
});
