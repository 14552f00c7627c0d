import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notices } from './notices.svelte.ts';
import { registerServiceWorker } from './service-worker.ts';

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn();

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;

  /** A version is found, installed, and waits unless nothing is active yet. */
  find(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    if (this.active) this.waiting = worker;
    else this.active = worker;
    worker.become('installed');
    return worker;
  }
}

let registration: FakeRegistration;
let register: ReturnType<typeof vi.fn>;
let isBusy: boolean;
const banner = vi.fn<Notices['banner']>();
const toast = vi.fn<Notices['toast']>();
const reload = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  registration = new FakeRegistration();
  register = vi.fn(() => Promise.resolve(registration));
  isBusy = false;
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  vi.stubGlobal('location', { reload });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const start = (): Promise<void> =>
  registerServiceWorker({ banner, toast } as unknown as Notices, () => isBusy);

/** Starts a page beside an active version, and finds a new one. */
async function findNew(): Promise<FakeWorker> {
  registration.active = new FakeWorker();
  await start();
  return registration.find();
}

/** Takes the version that is offered. */
const takeUpdate = (): void => banner.mock.calls.at(-1)?.[0].actions?.[0]?.run();

describe('keeping the page for use without a network', () => {
  it('is done by the script beside it', async () => {
    await start();
    expect(register).toHaveBeenCalledWith('./sw.js');
    expect(banner).not.toHaveBeenCalled();
  });

  it('is left out in development, in a single file and where it is not offered', async () => {
    vi.stubEnv('PROD', false);
    await start();
    vi.stubEnv('PROD', true);
    vi.stubEnv('MODE', 'single');
    await start();
    vi.stubEnv('MODE', 'production');
    vi.stubGlobal('navigator', {});
    await start();
    expect(register).not.toHaveBeenCalled();
  });

  it('may fail without a word', async () => {
    register.mockRejectedValue(new TypeError('refused'));
    await expect(start()).resolves.toBeUndefined();
    expect(banner).not.toHaveBeenCalled();
  });
});

describe('a new version', () => {
  const offered = expect.objectContaining({ id: 'update', title: 'A new version is ready.' });

  it('is no news on the first visit', async () => {
    await start();
    registration.find();
    expect(banner).not.toHaveBeenCalled();
  });

  it('is offered when it waits, also since before the page was opened', async () => {
    await findNew();
    expect(banner.mock.calls).toEqual([[offered]]);
    await start();
    expect(banner.mock.calls).toEqual([[offered], [offered]]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page once it has been taken and is in charge', async () => {
    const worker = await findNew();
    takeUpdate();
    expect(worker.postMessage).toHaveBeenCalledWith('skip-waiting');
    worker.become('activating');
    expect(reload).not.toHaveBeenCalled();
    worker.become('activated');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('does not reload a page whose person has not taken it', async () => {
    (await findNew()).become('activated');
    expect(reload).not.toHaveBeenCalled();
  });

  it('waits for scoring to end', async () => {
    const worker = await findNew();
    isBusy = true;
    takeUpdate();
    expect(toast).toHaveBeenCalledWith('Scoring is running. Update when it is done.');
    expect(worker.postMessage).not.toHaveBeenCalled();
  });

  it('is offered again when scoring began before it was in charge', async () => {
    const worker = await findNew();
    takeUpdate();
    isBusy = true;
    registration.waiting = null;
    worker.become('activated');
    expect(reload).not.toHaveBeenCalled();
    expect(banner.mock.calls).toEqual([[offered], [offered]]);
    isBusy = false;
    takeUpdate();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is asked again while a browser keeps it waiting, and no longer once it is in charge', async () => {
    vi.useFakeTimers();
    const worker = await findNew();
    takeUpdate();
    vi.advanceTimersByTime(4500);
    expect(worker.postMessage).toHaveBeenCalledTimes(3);
    worker.become('activated');
    vi.advanceTimersByTime(10_000);
    expect(worker.postMessage).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('that another tab has taken is there after a reload', async () => {
    await findNew();
    registration.waiting = null;
    takeUpdate();
    expect(reload).toHaveBeenCalledOnce();
  });
});
