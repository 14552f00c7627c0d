import { Session, type Profiler } from 'node:inspector/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { eventually } from './support/eventually.ts';
import { openApp, settled } from './support/open-app.ts';
import ThreadWorker from './support/thread-worker.ts';

const ROW = {
  id: 'paid-twice',
  prompt: 'Pay the bill once.',
  reference_trajectory: [{ tool_name: 'pay', tool_input: { bill: 7 } }],
  predicted_trajectory: [
    { tool_name: 'pay', tool_input: { bill: 7 } },
    { tool_name: 'pay', tool_input: { bill: 8 } },
  ],
};
const LINE = `${JSON.stringify(ROW)}\n`;

/** The page with nothing of its own under way, whose workers need not show that they live. */
async function openQuietApp(): Promise<AppState> {
  const takeLifeLock = vi.spyOn(ThreadWorker, 'takeLifeLock').mockResolvedValue(true);
  onTestFinished(() => takeLifeLock.mockRestore());
  const app = await openApp();
  await app.reader.prepare();
  await eventually(() => expect(app.pool.warmUp).toHaveBeenCalled());
  await eventually(() => expect([...ThreadWorker.living].every(({ isIdle }) => isIdle)).toBe(true));
  return app;
}

/** Pastes a text, and waits until its row is stored and can be opened. */
async function paste(app: AppState, text: string): Promise<void> {
  await app.workspace.openText(text);
  await settled(app);
  await eventually(() => expect(app.view.detail?.preview.id).toBe(ROW.id));
}

/** A message of comlink. */
interface Message {
  readonly path?: readonly string[];
  readonly argumentList?: readonly { readonly value?: unknown }[];
}

it.each([
  ['a line of JSON', LINE],
  ['a list over many lines', JSON.stringify([ROW], null, 2)],
  ['a wrapped list', JSON.stringify({ rows: [ROW] })],
  [
    'a table',
    `id,predicted_trajectory,reference_trajectory\n${ROW.id},"[""pay"", ""pay""]","[""pay""]"\n`,
  ],
])('pasted as %s: the workers are asked twice until it is open', async (_what, text) => {
  const app = await openQuietApp();
  const asked: string[] = [];
  vi.spyOn(ThreadWorker.prototype, 'postMessage').mockImplementation(function (
    this: ThreadWorker,
    ...[message, transferred]: Parameters<ThreadWorker['postMessage']>
  ) {
    const { path = [], argumentList = [] } = message as Message;
    asked.push(path[0] === 'ask' ? String(argumentList[0]?.value) : path.join('.'));
    postMessage.call(this, message, transferred);
  });
  await paste(app, text);
  expect(asked).toEqual(['open', 'detailRow']);
});
const { postMessage } = ThreadWorker.prototype;

it('a pasted row is parsed twice until it is open', async () => {
  const app = await openQuietApp();
  let parsed = 0;
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((json: string, reviver) => {
    // the test runner and the store parse texts of their own
    if (new Error().stack?.includes('parse-json.ts') === true) parsed += json.length;
    return parse(json, reviver) as unknown;
  });
  await paste(app, LINE);
  expect(parsed).toBeGreaterThan(0);
  expect(parsed / LINE.length).toBeLessThanOrEqual(2);
});

/** How many may run, components apart. */
const FILES = 90;

it('few files run for a pasted row until it is open', async () => {
  // what runs beside it by chance does not run twice
  const [files, again] = [await filesOfPaste(), await filesOfPaste()];
  expect(files).toContain('workers/open-file.ts');
  expect([...files].filter((file) => again.has(file)).length).toBeLessThanOrEqual(FILES);
});

/** The files of which something runs until a pasted row is open. */
async function filesOfPaste(): Promise<Set<string>> {
  const app = await openQuietApp();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await paste(app, LINE);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return new Set(result.filter(hasRun).flatMap(({ url }) => fileOf(url) ?? []));
}

/** Whether a function with a name was called. */
function hasRun({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(
    ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
  );
}

function fileOf(url: string): string | undefined {
  const [, file] = /^(?!.*node_modules).*\/((?:src|workers)\/.*(?<!\.svelte))$/.exec(url) ?? [];
  return file;
}
