import { expect, it, afterEach, beforeEach, describe, vi } from 'vitest';
import {
  postFaults,
  type WorkerFault,
  startSignals,
  holdLifeLock,
  LONG_SILENCE_MS,
  signalAlive,
} from './to-page.ts';

/** The global scope of a worker, and what it has posted. */
function openScope() {
  const posted: WorkerFault[] = [];
  const scope = Object.assign(new EventTarget(), {
    postMessage: (fault: WorkerFault) => void posted.push(fault),
  });
  postFaults(scope);
  const dispatch = (type: string, fields: object): void =>
    void scope.dispatchEvent(Object.assign(new Event(type), fields));
  return { posted, dispatch };
}

it('posts what was thrown and what was rejected, with kind and stack', () => {
  const { posted, dispatch } = openScope();
  const thrown = new RangeError('too far');
  dispatch('error', { error: thrown, message: 'Uncaught RangeError: too far' });
  const rejected = new TypeError('no row');
  dispatch('unhandledrejection', { reason: rejected });
  expect(posted).toEqual([
    { fault: { name: 'RangeError', message: 'too far', stack: thrown.stack } },
    { fault: { name: 'TypeError', message: 'no row', stack: rejected.stack } },
  ]);
  expect(structuredClone(posted)).toEqual(posted);
});

it('posts what is no error as one', () => {
  const { posted, dispatch } = openScope();
  dispatch('error', { error: null, message: 'Script error.' });
  dispatch('unhandledrejection', { reason: undefined });
  expect(posted).toMatchObject([
    { fault: { name: 'Error', message: 'Script error.' } },
    { fault: { name: 'Error', message: 'undefined' } },
  ]);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a sign of life', () => {
  const said: number[] = [];
  let now: number;

  beforeEach(() => {
    said.length = 0;
    // later than any sign of another test
    now = performance.now() + 1e9;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    startSignals(({ silenceMs }) => said.push(silenceMs));
    signalAlive(1);
    said.length = 0;
  });

  it('is given a few times a second at most', () => {
    for (let times = 0; times < 100; times++) {
      now += 10;
      signalAlive();
    }
    expect(said).toEqual([2000, 2000, 2000, 2000]);
  });

  it('is given at once when the worker may be silent longer or shorter from now on', () => {
    signalAlive();
    signalAlive(LONG_SILENCE_MS);
    signalAlive(LONG_SILENCE_MS);
    signalAlive();
    expect(said).toEqual([2000, 20_000, 2000]);
  });

  it('is given by workers of the page only', () => {
    startSignals(undefined);
    expect(() => signalAlive(3)).not.toThrow();
    expect(said).toEqual([]);
  });
});

describe('the lock of a worker', () => {
  it('bears its name and is held for good', async () => {
    let holding: Promise<unknown> | undefined;
    const request = (name: string, hold: () => Promise<never>): Promise<never> => {
      expect(name).toBe('evaluation-1');
      holding = hold();
      return holding as Promise<never>;
    };
    vi.stubGlobal('navigator', { locks: { request } });
    vi.stubGlobal('self', { name: 'evaluation-1' });
    expect(await holdLifeLock()).toBe(true);
    const first = await Promise.race([
      holding,
      new Promise((resolve) => setTimeout(resolve, 0, 'held')),
    ]);
    expect(first).toBe('held');
  });

  it.each([
    ['missing', {}],
    [
      'refused',
      { locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) } },
    ],
  ])('is not there where locks are %s', async (_how, navigator) => {
    vi.stubGlobal('navigator', navigator);
    vi.stubGlobal('self', { name: 'evaluation-1' });
    expect(await holdLifeLock()).toBe(false);
  });
});
