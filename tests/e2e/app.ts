import { expect, test as base, type BrowserContext } from '@playwright/test';

interface Fixtures {
  /** Declares console messages the test provokes, so that they do not fail it. */
  readonly allowConsole: (pattern: RegExp) => void;
  /** The same for errors that nobody catches. */
  readonly allowUncaught: (pattern: RegExp) => void;
  /** Fails the test on a request to another host, a console error or warning, or an uncaught error. */
  readonly watchdog: undefined;
}

interface Watch {
  readonly findings: string[];
  readonly allowed: RegExp[];
  readonly allowedUncaught: RegExp[];
}

const watches = new WeakMap<BrowserContext, Watch>();

function watchOf(context: BrowserContext): Watch {
  const watch = watches.get(context) ?? {
    findings: [],
    allowed: [/^Service Worker registration blocked by Playwright/],
    allowedUncaught: [],
  };
  watches.set(context, watch);
  return watch;
}

/** Writes down what a context does that it should not: the list grows while the test runs. */
export function watch(context: BrowserContext, baseURL: string | undefined): readonly string[] {
  const { findings, allowed, allowedUncaught } = watchOf(context);
  const isLocal = (url: URL): boolean =>
    ['data:', 'blob:', 'file:', 'about:'].includes(url.protocol) ||
    url.hostname === new URL(baseURL ?? '').hostname;

  context.on('request', (request) => {
    if (!isLocal(new URL(request.url()))) findings.push(`request to ${request.url()}`);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (!isLocal(new URL(socket.url()))) findings.push(`socket to ${socket.url()}`);
    });
  });
  context.on('weberror', (error) => {
    const text = String(error.error());
    if (!allowedUncaught.some((pattern) => pattern.test(text))) findings.push(`uncaught ${text}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    if (!['error', 'warning'].includes(message.type())) return;
    if (!allowed.some((pattern) => pattern.test(text))) findings.push(`console: ${text}`);
  });
  return findings;
}

/** Playwright's `test` for this app: quiet, and never off its own host. */
export const test = base.extend<Fixtures>({
  allowConsole: async ({ context }, use) => {
    await use((pattern) => watchOf(context).allowed.push(pattern));
  },
  allowUncaught: async ({ context }, use) => {
    await use((pattern) => watchOf(context).allowedUncaught.push(pattern));
  },
  watchdog: [
    async ({ context, baseURL }, use) => {
      const findings = watch(context, baseURL);
      await use(undefined);
      expect(findings, 'what the page did behind the test').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
