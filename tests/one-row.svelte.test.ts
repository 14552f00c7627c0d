import { Session, type Profiler } from 'node:inspector/promises';
import { expect, vi } from 'vitest';
import { eventually } from './support/eventually.ts';
import { it, runOf, settled } from './support/open-app.ts';
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

/** What a worker is called with. */
interface Call {
  readonly path?: readonly string[];
  readonly argumentList?: readonly { readonly value?: unknown }[];
}

/** The code of the page and of the workers that ran, by V8's own count. */
async function filesRun(session: Session): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const hasRun = ({ functions }: Profiler.ScriptCoverage): boolean =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
  const files = result.filter(hasRun).map(({ url }) => url.replace(/^.*?\/(src|workers)\//, '$1/'));
  return [...new Set(files)].filter((url) => /^(src|workers)\/.*(?<!\.svelte)$/.test(url)).sort();
}

it('a pasted row', async ({ app }) => {
  vi.spyOn(ThreadWorker, 'takeLifeLock').mockResolvedValue(true);
  const asked: string[] = [];
  const post = ThreadWorker.prototype.postMessage;
  vi.spyOn(ThreadWorker.prototype, 'postMessage').mockImplementation(function (message, transferred) {
    const { path = [], argumentList = [] } = message as Call;
    asked.push(`${path.join('.')} ${String(argumentList[0]?.value)}`);
    post.call(this as unknown as ThreadWorker, message, transferred);
  });
  const text = `${JSON.stringify(ROW)}\n`;
  let parsed = 0;
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((json: string, reviver) => {
    if (/parse-json|read-row/.test(new Error().stack ?? '')) { parsed += json.length; console.log(json.length, (new Error().stack ?? '').split('\n').slice(2, 9).map((l) => l.replace(/\(.*\//, '(').trim()).join(' < ')); }
    return parse(json, reviver) as unknown;
  });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await app.workspace.openText(text);
  await settled(app);
  await eventually(() => expect(app.view.detail?.preview.id).toBe('paid-twice'));
  const files = await filesRun(session);
  session.disconnect();
  expect(runOf(app).columns.rowCount).toBe(1);
  console.log(asked.length, asked, parsed / text.length, files.length, files.join('\n'));
});
