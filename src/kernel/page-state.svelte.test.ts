import { afterEach, describe, expect, it, vi } from 'vitest';
import { Network } from './network.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { perApp } from './per-app.svelte.ts';
import { LOCK_POLICY } from './lock-policy.ts';
import { switchOff, switchOn } from './switch-network.ts';
import { Theme } from './theme.svelte.ts';
import type { AppState } from './app.svelte.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset['theme'];
});

function refuseStorage(): void {
  for (const method of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
}

describe('the theme', () => {
  const shown = () => document.documentElement.dataset['theme'];

  it('follows the device until one is chosen, and the choice is kept', () => {
    const theme = new Theme();
    expect([theme.choice, shown()]).toEqual(['system', undefined]);
    theme.choice = 'dark';
    expect(shown()).toBe('dark');
    delete document.documentElement.dataset['theme'];
    expect(new Theme().choice).toBe('dark');
    expect(shown()).toBe('dark');
    theme.choice = 'system';
    expect(shown()).toBeUndefined();
    expect(new Theme().choice).toBe('system');
  });

  it('is that of the device where nonsense is stored or nothing can be', () => {
    localStorage.setItem('trajectory-playground:theme', 'purple');
    expect(new Theme().choice).toBe('system');
    refuseStorage();
    const theme = new Theme();
    theme.choice = 'light';
    expect([theme.choice, shown()]).toEqual(['light', 'light']);
  });
});

describe('the network', () => {
  /** Tells of requests as a browser does; jsdom lists none. */
  function watchRequests(): (...urls: readonly string[]) => void {
    let tell: (list: { getEntries(): readonly { name: string }[] }) => void = () => undefined;
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        constructor(callback: typeof tell) {
          tell = callback;
        }
        observe(): void {
          // it is told by the test
        }
      },
    );
    return (...urls) => tell({ getEntries: () => urls.map((name) => ({ name })) });
  }

  function refuse(blockedURI: string): void {
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI }));
  }

  it('is on in a tab that was told so, until it is locked', () => {
    expect(new Network().isOn).toBe(false);
    sessionStorage.setItem('trajectory-playground:network', 'on');
    const network = new Network();
    expect(network.isOn).toBe(true);
    network.locked();
    expect(network.isOn).toBe(false);
    refuseStorage();
    expect(new Network().isOn).toBe(false);
  });

  it('is not switched on, but off, where the browser keeps nothing', async () => {
    for (const method of ['setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('', 'SecurityError');
      });
    const notices = new Notices();
    const network = new Network();
    const locked = vi.spyOn(network, 'locked');
    const workspace = { saveNow: () => Promise.resolve() };
    const app = { notices, network, workspace } as unknown as AppState;
    await switchOn(app);
    expect(notices.toasts[0]?.text).toContain('the network stays off');
    switchOff(app);
    expect(locked).toHaveBeenCalledOnce();
    const lock = document.querySelector<HTMLMetaElement>(
      'meta[http-equiv=Content-Security-Policy]',
    );
    expect(lock?.content).toBe(LOCK_POLICY);
    lock?.remove();
  });

  it('stays off inside another page, whatever the tab was told', () => {
    sessionStorage.setItem('trajectory-playground:network', 'on');
    vi.stubGlobal('self', {});
    const network = new Network();
    vi.unstubAllGlobals();
    expect(network).toMatchObject({ isFramed: true, isOn: false });
    expect(new Network()).toMatchObject({ isFramed: false, isOn: true });
  });

  it('counts requests to other hosts, and not those for the page’s own files', () => {
    const ask = watchRequests();
    const network = new Network();
    const own = new URL('assets/a.js', document.baseURI).href;
    ask(own, 'blob:x', 'data:,x', 'https://example.org/a', 'https://example.org/a');
    ask('https://example.org/b');
    expect(network.requests).toBe(3);
    expect(network.sent).toEqual([
      ['https://example.org/a', 2],
      ['https://example.org/b', 1],
    ]);
  });

  it('takes off those that the browser has refused', () => {
    const ask = watchRequests();
    const network = new Network();
    ask('https://example.org/a', 'https://example.org/b');
    refuse('https://example.org/a');
    refuse('https://example.org/c');
    // inline code that is refused is no request
    refuse('inline');
    expect([network.requests, network.refused]).toEqual([1, 2]);
    expect(network.sent).toEqual([
      ['https://example.org/a', 0],
      ['https://example.org/b', 1],
    ]);
  });
});

it('perApp makes one for each app, when it is first asked for, and keeps what it derives alive', () => {
  const apps = [new Notices(), new Notices()] as readonly unknown[] as readonly AppState[];
  let count = $state(0);
  const make = vi.fn((app: AppState) => {
    const doubled = $derived(count * 2);
    return {
      app,
      get doubled() {
        return doubled;
      },
    };
  });
  const of = perApp(make);
  expect(make).not.toHaveBeenCalled();
  const [first, second] = apps.map((app) => of(app));
  expect(first).not.toBe(second);
  expect(of(apps[0]!)).toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
  count = 4;
  expect(first?.doubled).toBe(8);
});
