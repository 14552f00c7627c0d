import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyPort } from '../../scripts/run-steps.mjs';
import { findProgram, Program, type BrowserKind, type RemoteBrowser } from './remote-browser.ts';

const DRIVER = findProgram(['/usr/bin/WebKitWebDriver']);
const SCREEN = findProgram(['/usr/bin/xvfb-run']);
const BROWSER = findProgram(
  ['4.1', '6.0', '4.0'].flatMap((version) =>
    ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
      (machine) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`,
    ),
  ),
);

/** WebKitGTK, by W3C WebDriver. A browser under automation keeps nothing: it is a private window. */
export const webkit: BrowserKind = {
  name: 'WebKitGTK',
  missing:
    DRIVER && SCREEN && BROWSER
      ? undefined
      : 'no WebKitWebDriver, MiniBrowser or xvfb-run found (webkit2gtk-driver and xvfb on Debian)',
  start,
};

interface Listening {
  complaints: string[];
}

/** The driver has no word of the console: what is said after the page has loaded is kept in it. */
function listen(): void {
  const complaints: string[] = ((globalThis as unknown as Listening).complaints = []);
  for (const level of ['error', 'warn'] as const)
    console[level] = (...said: unknown[]) => complaints.push(said.map(String).join(' '));
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(type, (event) => {
      const { message, reason, violatedDirective } = event as unknown as Record<string, unknown>;
      // the page ignores it too: what did not fit into a frame is observed in the next
      if (/^ResizeObserver loop/.test(String(message))) return;
      complaints.push(`${type}: ${String(message ?? reason ?? violatedDirective)}`);
    });
}

async function start(): Promise<RemoteBrowser> {
  const port = String(await anyPort());
  let downloads = '';
  const program = new Program(
    SCREEN ?? '',
    (home) => {
      downloads = join(home, 'downloads');
      mkdirSync(downloads);
      mkdirSync(join(home, '.config'));
      writeFileSync(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
      return ['-a', DRIVER ?? '', `--port=${port}`];
    },
    // root has no sandbox
    { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  );
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  for (let isUp = false; !isUp;)
    isUp = await ask('GET', '/status').then(
      () => true,
      () => new Promise((resolve) => setTimeout(() => resolve(false), 100)),
    );
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: BROWSER,
          args: ['--automation'],
        },
      },
    },
  });
  const session = `/session/${sessionId}`;
  async function run<A, T>(work: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    const given = JSON.stringify(argument ?? null);
    const [value, failure] = await ask<[T, string | null]>('POST', `${session}/execute/async`, {
      script: `const done = arguments[0]; (async () => (${String(work)})(${given}))().then(
          (value) => done([value ?? null, null]), (error) => done([null, String(error)]))`,
      args: [],
    });
    if (failure !== null) throw new Error(failure);
    return value;
  }
  return {
    downloads,
    run,
    async open(url) {
      await ask('POST', `${session}/url`, { url });
      await run(listen);
    },
    complaints: () => run(() => (globalThis as unknown as Listening).complaints),
    async chooseFile(selector, path) {
      const found = await ask<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      });
      const [element = ''] = Object.values(found);
      await ask('POST', `${session}/element/${element}/value`, { text: path });
    },
    async close() {
      await ask('DELETE', session).catch(() => undefined);
      await program.end();
    },
  };
}
