import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdRunLock, isRunLockHeld, takeTabLock } from './other-tabs.ts';
import { eventually } from '../../../tests/support/eventually.ts';

afterEach(() => vi.unstubAllGlobals());

type Hold = (lock: object | null) => Promise<void> | undefined;

/** The locks of a browser, as far as they are used; returns the names of those held. */
function stubLocks(): Set<string> {
  const held = new Set<string>();
  const request = async (name: string, ...given: (object | Hold)[]): Promise<void> => {
    const hold = given.at(-1) as Hold;
    const { ifAvailable } = given[0] as { ifAvailable?: boolean };
    if (held.has(name)) return ifAvailable ? hold(null) : new Promise(() => undefined);
    held.add(name);
    await hold({ name });
    held.delete(name);
  };
  const query = () => Promise.resolve({ held: [...held].map((name) => ({ name })) });
  vi.stubGlobal('navigator', { locks: { request, query } });
  return held;
}

const refuse = () => Promise.reject(new DOMException('', 'SecurityError'));
const WITHOUT = [
  ['missing', {}],
  ['refused', { locks: { request: refuse, query: refuse } }],
] as const;

describe('the lock of a run', () => {
  it('is held until it is freed, and seen by all tabs', async () => {
    const held = stubLocks();
    const free = await holdRunLock('a');
    expect([...held]).toEqual(['trajectory-playground:run:a']);
    held.add('trajectory-playground:run:other');
    expect(await Promise.all(['a', 'other', 'b'].map(isRunLockHeld))).toEqual([true, true, false]);
    free();
    await eventually(() => expect(held.size).toBe(1));
    expect(await isRunLockHeld('a')).toBe(false);
  });

  it.each(WITHOUT)('is known to this page where locks are %s', async (_how, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const free = await holdRunLock('a');
    expect(await isRunLockHeld('a')).toBe(true);
    free();
    expect(await isRunLockHeld('a')).toBe(false);
  });
});

describe('the lock of a tab', () => {
  it('is taken by one tab until it frees it', async () => {
    const held = stubLocks();
    const free = await takeTabLock('judge');
    expect([...held]).toEqual(['trajectory-playground:judge']);
    expect(await takeTabLock('judge')).toBeUndefined();
    free?.();
    await eventually(() => expect(held.size).toBe(0));
    expect(await takeTabLock('judge')).toBeTypeOf('function');
  });

  it.each(WITHOUT)('is given to everybody where locks are %s', async (_how, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const free = await takeTabLock('judge');
    expect(free?.()).toBeUndefined();
    expect(await takeTabLock('judge')).toBeTypeOf('function');
  });
});
