import { afterEach, expect, it, vi } from 'vitest';
import { whenLockEnds } from './worker-client.ts';

afterEach(() => void vi.unstubAllGlobals());

const NEVER = new AbortController().signal;

it('tells when whoever holds the lock lets go of it', async () => {
  let free: () => void = () => undefined;
  const request = (name: string, _options: unknown, take: () => void): Promise<void> =>
    new Promise((resolve) => {
      free = () => {
        expect(name).toBe('a');
        take();
        resolve();
      };
    });
  vi.stubGlobal('navigator', { locks: { request } });
  const onEnd = vi.fn();
  const end = whenLockEnds('a', NEVER).then(onEnd);
  await new Promise((resolve) => setTimeout(resolve));
  expect(onEnd).not.toHaveBeenCalled();
  free();
  await end;
  expect(onEnd).toHaveBeenCalledWith(true);
});

it('is ended by the signal', async () => {
  const request = (_name: string, { signal }: { signal: AbortSignal }): Promise<void> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  vi.stubGlobal('navigator', { locks: { request } });
  const abort = new AbortController();
  const end = whenLockEnds('a', abort.signal);
  abort.abort();
  expect(await end).toBe(false);
});

it.each([
  ['missing', {}],
  ['refused', { locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) } }],
])('knows nothing where locks are %s', async (_how, navigator) => {
  vi.stubGlobal('navigator', navigator);
  expect(await whenLockEnds('a', NEVER)).toBe(false);
});
