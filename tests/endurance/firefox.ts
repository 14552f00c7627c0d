import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { findProgram, Program, type BrowserKind, type RemoteBrowser } from './remote-browser.ts';

const PATH = findProgram([
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:/Program Files/Mozilla Firefox/firefox.exe',
]);

/** Firefox as its makers give it away, by WebDriver BiDi. */
export const firefox: BrowserKind = {
  name: 'Firefox',
  missing: PATH === undefined ? 'no firefox-esr or firefox found' : undefined,
  start: () => start(PATH ?? ''),
};

const PREFERENCES = {
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

interface Message {
  readonly id?: number;
  readonly result?: never;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
}

async function start(path: string): Promise<RemoteBrowser> {
  let downloads = '';
  const program = new Program(path, (home) => {
    downloads = join(home, 'downloads');
    mkdirSync(downloads);
    const preferences = Object.entries({ ...PREFERENCES, 'browser.download.dir': downloads });
    const lines = preferences.map((each) => `user_pref(${JSON.stringify(each).slice(1, -1)});`);
    writeFileSync(join(home, 'user.js'), lines.join('\n'));
    return ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', home];
  });
  const [, address = ''] = await program.waitFor(/WebDriver BiDi listening on (ws:\S+)/);
  const complaints: string[] = [];
  const socket = new WebSocket(`${address}/session`);
  const answers = new Map<number, (message: Message) => void>();
  let asked = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) answers.get(message.id)?.(message);
    const { level = '', text = '' } = message.params ?? {};
    if (message.method === 'log.entryAdded' && ['error', 'warn'].includes(level))
      complaints.push(text);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No answer at ${address}`)));
  });
  const ask = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = asked++;
      answers.set(id, ({ result, error, message }) => {
        if (error === undefined) resolve(result as T);
        else reject(new Error(`${method}: ${error} ${message ?? ''}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask('session.new', { capabilities: {} });
  await ask('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await ask<{ contexts: readonly [{ context: string }] }>(
    'browsingContext.getTree',
    {},
  );
  const [{ context }] = contexts;
  return {
    downloads,
    complaints: () => Promise.resolve(complaints),
    async open(url) {
      // leaving a page breaks off what it still loads, which is nothing to complain of
      for (const next of ['about:blank', url]) {
        complaints.length = 0;
        await ask('browsingContext.navigate', { context, url: next, wait: 'complete' });
      }
    },
    async run<A, T>(work: (argument: A) => T | Promise<T>, argument?: A) {
      const given = JSON.stringify(argument ?? null);
      const call = await ask<{
        readonly result?: { readonly value?: string };
        readonly exceptionDetails?: { readonly text: string };
      }>('script.callFunction', {
        functionDeclaration: `async () => JSON.stringify((await (${String(work)})(${given})) ?? null)`,
        awaitPromise: true,
        target: { context },
      });
      if (call.exceptionDetails) throw new Error(call.exceptionDetails.text);
      return JSON.parse(call.result?.value ?? 'null') as T;
    },
    async chooseFile(selector, path) {
      const { nodes } = await ask<{ nodes: readonly { sharedId: string }[] }>(
        'browsingContext.locateNodes',
        { context, locator: { type: 'css', value: selector } },
      );
      const [element] = nodes;
      if (!element) throw new Error(`no element ${selector}`);
      const { sharedId } = element;
      await ask('input.setFiles', { context, element: { sharedId }, files: [path] });
    },
    async close() {
      socket.close();
      await program.end();
    },
  };
}
