import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ThreadWorker from '../../../tests/support/thread-worker.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { WorkerClient, type TaskOptions, SilenceTimer } from './worker-client.ts';

const WORKER = '#workers/evaluation.worker.ts?worker&inline';

let client: WorkerClient;

beforeEach(() => {
  // only the clock that counts silence: messages of the worker take their own time
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  client = new WorkerClient();
});

afterEach(() => {
  client.stop();
  for (const worker of ThreadWorker.living) worker.terminate();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ping = (): Promise<boolean> => client.run((api) => api.ping());

/** Begins a task that never ends; resolves once the worker has it, with what becomes of it. */
async function beginEndless(
  options?: TaskOptions,
): Promise<{ readonly lost: Promise<unknown>; readonly hasEnded: () => boolean }> {
  let hasEnded = false;
  let lost: Promise<unknown> = Promise.resolve();
  await new Promise<void>((onBegun) => {
    const task = (): Promise<never> => {
      onBegun();
      return new Promise(() => undefined);
    };
    lost = client.run(task, options).catch((error: unknown) => {
      hasEnded = true;
      return error;
    });
  });
  return { lost, hasEnded: () => hasEnded };
}

function onlyWorker(): ThreadWorker {
  const [worker, ...others] = ThreadWorker.living;
  if (!worker || others.length > 0) throw new Error('not one worker');
  return worker;
}

/** Lets what is under way settle. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const lost = (how: string) => ({ name: 'WorkerLost', how });

describe('a worker', () => {
  it('is started by the first task and kept for the next', async () => {
    expect(ThreadWorker.living.size).toBe(0);
    expect(await ping()).toBe(false);
    const worker = onlyWorker();
    expect(await ping()).toBe(false);
    expect(onlyWorker()).toBe(worker);
    expect(client.generation).toBe(0);
  });

  it('outlives a task that fails, whose error is passed on', async () => {
    await expect(client.run((api) => api.ask('digest', ['none'], false))).rejects.toThrow(
      'no columns held as none',
    );
    await expect(client.run(() => Promise.reject(new RangeError('wrong')))).rejects.toThrow(
      'wrong',
    );
    expect(client.generation).toBe(0);
    await ping();
    expect(ThreadWorker.living.size).toBe(1);
  });

  it('is ended and replaced by the next task', async () => {
    await ping();
    const worker = onlyWorker();
    client.stop();
    expect(ThreadWorker.living.size).toBe(0);
    expect(client.generation).toBe(1);
    await ping();
    expect(onlyWorker()).not.toBe(worker);
  });
});

describe('a worker that crashes', () => {
  it.each(['error', 'messageerror'])('fails all its tasks: %s', async (event) => {
    const tasks = [await beginEndless(), await beginEndless()];
    const crash = new Event(event, { cancelable: true });
    const worker = onlyWorker();
    worker.dispatchEvent(crash);
    for (const task of tasks) expect(await task.lost).toMatchObject(lost('crashed'));
    // or the browser would tell of it as of an error that nobody caught
    expect(crash.defaultPrevented).toBe(true);
    expect(ThreadWorker.living.size).toBe(0);
    expect(client.generation).toBe(1);
    await ping();
    expect(onlyWorker()).not.toBe(worker);
  });

  it('is missed by the end of the lock that it holds', async () => {
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const asked: string[] = [];
    const request = async (name: string, _options: unknown, take: () => void): Promise<void> => {
      asked.push(name);
      await held;
      take();
    };
    vi.stubGlobal('navigator', { locks: { request } });
    vi.spyOn(ThreadWorker, 'takeLifeLock').mockResolvedValue(true);
    await ping();
    await ping();
    expect(asked).toEqual([onlyWorker().name]);
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    const pings = vi.spyOn(ThreadWorker.prototype, 'postMessage');
    // the lock tells when it ends: it is not asked first, however long it was idle
    expect(await client.run(() => Promise.resolve('done'))).toBe('done');
    expect(pings).not.toHaveBeenCalled();
    now.mockRestore();
    const task = await beginEndless();
    free();
    expect(await task.lost).toMatchObject(lost('crashed'));
    expect(client.generation).toBe(1);
  });
});

describe('a worker that is silent', () => {
  it('is given up when a task’s time is over, not before', async () => {
    await ping();
    const { lost: end, hasEnded } = await beginEndless({ deadlineMs: 3000 });
    vi.advanceTimersByTime(2750);
    await pause();
    expect(hasEnded()).toBe(false);
    vi.advanceTimersByTime(250);
    expect(await end).toMatchObject(lost('silent'));
    expect(ThreadWorker.living.size).toBe(0);
    expect(client.generation).toBe(1);
  });

  it('is waited for after each sign of life, for as long as it said', async () => {
    await ping();
    const { lost: end, hasEnded } = await beginEndless({ deadlineMs: 3000 });
    vi.advanceTimersByTime(2750);
    onlyWorker().post({ silenceMs: 20_000 });
    vi.advanceTimersByTime(19_750);
    await pause();
    expect(hasEnded()).toBe(false);
    client.touch();
    vi.advanceTimersByTime(2750);
    await pause();
    expect(hasEnded()).toBe(false);
    onlyWorker().post('not a sign of life');
    vi.advanceTimersByTime(250);
    expect(await end).toMatchObject(lost('silent'));
  });

  it('has each task’s own time again, once the one is done that said how long it is silent', async () => {
    await ping();
    let end: () => void = () => undefined;
    const scoring = client.run(() => new Promise<void>((resolve) => (end = resolve)));
    const { lost: lostOther, hasEnded } = await beginEndless({ deadlineMs: 30_000 });
    onlyWorker().post({ silenceMs: 2000 });
    end();
    await scoring;
    vi.advanceTimersByTime(29_750);
    await pause();
    expect(hasEnded()).toBe(false);
    vi.advanceTimersByTime(250);
    expect(await lostOther).toMatchObject(lost('silent'));
  });

  it('fails only the task that was too much for it, when it is done again', async () => {
    const question = client.runAgain(async (api) => {
      await api.ping();
      onlyWorker().crash();
      return new Promise<never>(() => undefined);
    });
    const slice = async (api: { readonly ping: () => Promise<boolean> }): Promise<string> => {
      for (let pings = 0; pings < 5; pings++) await api.ping();
      return 'done';
    };
    const slices = [1, 2].map(() => client.runAgain(slice));
    await expect(question).rejects.toMatchObject(lost('crashed'));
    expect(await Promise.all([...slices, client.runAgain(slice)])).toEqual([
      'done',
      'done',
      'done',
    ]);
  });

  it('holds no other task back while the one that hung is tried once more', async () => {
    await ping();
    let tries = 0;
    const hung = client.runAgain(() => {
      if (tries++ === 0) vi.advanceTimersByTime(30_000);
      else onlyWorker().hang();
      return new Promise<never>(() => undefined);
    });
    hung.catch(() => undefined);
    await eventually(() => expect(tries).toBe(2));
    const others = [1, 2].map(() => client.runAgain((api) => api.ping()));
    vi.advanceTimersByTime(3000);
    expect(await Promise.all(others)).toEqual([false, false]);
    await expect(hung).rejects.toMatchObject(lost('silent'));
  });

  it('is not waited for by a cancelled task while another is done again', async () => {
    let begins = 0;
    const endless = client.runAgain(() => {
      if (begins++ === 0) onlyWorker().crash();
      return new Promise<never>(() => undefined);
    });
    await eventually(() => expect(begins).toBe(2));
    const abort = new AbortController();
    const waiting = client.runAgain((api) => api.ping(), { signal: abort.signal });
    await pause();
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    onlyWorker().crash();
    await expect(endless).rejects.toMatchObject(lost('crashed'));
  });

  it('fails every task it had, whichever ran out of time', async () => {
    await ping();
    const other = await beginEndless({ deadlineMs: 60_000 });
    const { lost: end } = await beginEndless({ deadlineMs: 1000 });
    vi.advanceTimersByTime(1000);
    expect(await end).toMatchObject(lost('silent'));
    expect(await other.lost).toMatchObject(lost('silent'));
  });

  it.each([
    ['had answered before', 1000],
    ['has just been started', 10_000],
    ['is still starting for another task', 10_000],
  ])('is missed before it is given a task: it %s', async (when, patienceMs) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    if (patienceMs === 1000) {
      await ping();
      onlyWorker().hang();
      now.mockReturnValue(101);
    } else {
      vi.spyOn(ThreadWorker.prototype, 'postMessage').mockReturnValue(undefined);
    }
    if (when.startsWith('is still starting')) await client.prepare();
    const task = vi.fn(() => Promise.resolve());
    let hasEnded = false;
    const end = client.run(task).catch((error: unknown) => {
      hasEnded = true;
      return error;
    });
    await eventually(() => expect(vi.getTimerCount()).toBeGreaterThan(0), 0);
    vi.advanceTimersByTime(patienceMs - 250);
    await pause();
    expect(hasEnded).toBe(false);
    vi.advanceTimersByTime(250);
    expect(await end).toMatchObject(lost('silent'));
    expect(task).not.toHaveBeenCalled();
  });

  it('is trusted right after an answer: tasks follow each other without a question between', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    await ping();
    onlyWorker().hang();
    now.mockReturnValue(100);
    // would wait for the answer to a ping
    expect(await client.run(() => Promise.resolve('done'))).toBe('done');
    expect(client.generation).toBe(0);
  });
});

describe('cancelling', () => {
  it('frees the worker at once, and with it what else it was doing', async () => {
    const other = await beginEndless();
    const abort = new AbortController();
    const { lost: end } = await beginEndless({ signal: abort.signal });
    abort.abort();
    expect(ThreadWorker.living.size).toBe(0);
    expect(client.generation).toBe(1);
    expect(await end).toMatchObject({ name: 'AbortError' });
    expect(await other.lost).toMatchObject(lost('freed'));
    await ping();
    expect(ThreadWorker.living.size).toBe(1);
  });

  it('leaves nothing behind on the signal of tasks that were not cancelled', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    for (let task = 0; task < 3; task++) await client.runAgain(() => Promise.resolve(), { signal });
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });

  it('before the beginning starts no worker', async () => {
    const task = vi.fn(() => Promise.resolve());
    const signal = AbortSignal.abort();
    await expect(client.run(task, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(task).not.toHaveBeenCalled();
    expect(ThreadWorker.living.size).toBe(0);
  });

  it('after the end changes nothing', async () => {
    const abort = new AbortController();
    await client.run((api) => api.ping(), { signal: abort.signal });
    abort.abort();
    expect(ThreadWorker.living.size).toBe(1);
    expect(client.generation).toBe(0);
  });

  it('while the worker’s code is on its way keeps the task from running', async () => {
    const abort = new AbortController();
    const task = vi.fn(() => Promise.resolve());
    const end = client.run(task, { signal: abort.signal }).catch((error: unknown) => error);
    abort.abort();
    expect(await end).toMatchObject({ name: 'AbortError' });
    await pause();
    expect(task).not.toHaveBeenCalled();
  });
});

describe('a worker whose code cannot be loaded', () => {
  beforeEach(() => {
    vi.doMock(WORKER, () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
  });

  it('fails the task with advice; another try loads it again', async () => {
    const end = await ping().catch((error: unknown) => error);
    vi.doUnmock(WORKER);
    expect(end).toMatchObject({
      ...lost('unloadable'),
      message: 'The code that scores could not be loaded. Reload the page.',
    });
    expect(await ping()).toBe(false);
  });

  it('does not fail before it is needed', async () => {
    await expect(client.prepare()).resolves.toBeUndefined();
    vi.doUnmock(WORKER);
  });
});

describe('the silence timer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says nothing once it is stopped', () => {
    const onSilence = vi.fn();
    const timer = new SilenceTimer(onSilence);
    timer.restart(1000);
    timer.stop();
    vi.advanceTimersByTime(10_000);
    expect(onSilence).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts the ticks of its own clock, not the time that a sleeping machine lost', () => {
    const onSilence = vi.fn();
    new SilenceTimer(onSilence).restart(1000);
    vi.advanceTimersByTime(250);
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(500);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
