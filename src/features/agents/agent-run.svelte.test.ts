import { expect, it, vi } from 'vitest';
import { AGENT_FAULTS } from '../../../tests/e2e/agent-server.ts';
import { dump } from '../../../tests/e2e/stored.ts';
import { readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import {
  called,
  sessionOf,
  HEADER,
  meanOf,
  openRunning,
  resultsOf,
  runAll,
  SECRET,
} from '../../../tests/support/agent-session.ts';
import { EXACT } from '../../../tests/support/build.ts';
import { stored } from '../../../tests/support/judge-session.ts';
import { failQuestion, reopenApp, runOf, settled } from '../../../tests/support/open-app.ts';
import { RUN_DOWNLOADS } from '#features/downloads/downloads.ts';

/** Only a browser refuses these; see agents.spec.ts. */
const OF_BROWSERS = ['redirect', 'redirect-away', 'no-cors'];
/** These answer nothing, or never come to an end. */
const SLOW = ['silent', 'endless-stream'];
const FAULTS = AGENT_FAULTS.filter((name) => ![...OF_BROWSERS, ...SLOW].includes(name));

const manyRows = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `row ${String(index)}`);

it('takes every fault of an agent for a failed row with a reason, never for a score', async () => {
  const prompts = ['right', ...FAULTS.map((name) => `fault:${name}`), 'well in the end'];
  const { app, session, agent } = await openRunning(prompts);
  session.setup.setPace({ concurrency: 8 });
  await runAll(app, session);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row['failure'])).toEqual([0, ...FAULTS.map(() => 1), 0]);
  for (const row of rows.slice(1, -1)) {
    expect(row['failure_reason'], String(row['prompt'])).toMatch(/\w+/);
    expect(row[`${EXACT}/score`], String(row['prompt'])).toBeNull();
    expect(row['latency_in_seconds'], String(row['prompt'])).toBeGreaterThanOrEqual(0);
    expect(row['predicted_trajectory'], String(row['prompt'])).toBeNull();
  }
  expect(rows.at(0)?.[`${EXACT}/score`]).toBe(1);
  expect(rows.at(-1)?.[`${EXACT}/score`]).toBe(1);
  expect(agent.keys).toEqual(prompts.map(() => SECRET));

  // the server has repeated the secret
  expect(rows.map((row) => String(row['failure_reason'])).join()).toContain('bad key');
  const runFile = await RUN_DOWNLOADS['run-file'].write(runOf(app), app.store);
  const places: Readonly<Record<string, string>> = {
    addresses: agent.paths.join('\n'),
    results: JSON.stringify(rows),
    storage: await dump(),
    'run-file': await unzipped(runFile),
    said: JSON.stringify(await readRaw('exchanges')),
  };
  expect(places['said']).toContain('[secret]');
  expect(places['run-file']).toContain('[secret]');
  const found = Object.entries(places).filter(([, text]) => text.includes(SECRET));
  expect(found.map(([place]) => place)).toEqual([]);
});

it('goes on after a reload amid a run without calling a finished row again', async () => {
  const prompts = manyRows(40);
  const { session, agent } = await openRunning(prompts);
  agent.mostAnswers = 12;
  void session.start();
  await called(agent, 16);
  await stored('exchanges', 12);

  // the page is gone: what was under way is never answered to it
  const app = await reopenApp();
  session.cancel();
  agent.mostAnswers = Infinity;
  const again = sessionOf(app);
  expect(again.setup.config).toEqual(session.setup.config);
  expect(again.setup.secretOf(HEADER)).toBe('');
  again.setup.setSecret(HEADER, SECRET);
  await again.lookUp();
  expect(again.unfinished).toMatchObject({ isOfThis: true, answered: 12 });
  await runAll(app, again);
  expect(agent.prompts).toHaveLength(16 + 28);
  const timesOf = (prompt: string): number => agent.prompts.filter((one) => one === prompt).length;
  const repeated = prompts.filter((prompt) => timesOf(prompt) > 1);
  expect(repeated.toSorted()).toEqual(agent.prompts.slice(12, 16).toSorted());
  expect(new Set(agent.prompts).size).toBe(40);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row['prompt'])).toEqual(prompts);
  expect(meanOf(app, EXACT)).toBe(1);
  await again.lookUp();
  expect(again.unfinished).toBeUndefined();
});

it('stops once every call fails for one cause, says why, and goes on where it stopped', async () => {
  const { session, agent } = await openRunning(Array<string>(30).fill('fault:status-401'));
  session.setup.setPace({ concurrency: 1 });
  await session.start();
  expect(session.outcome).toMatch(/^It stopped: The agent rejected the key or the secret header\./);
  expect(session.outcome).toContain('9 of 30 calls answered: 9 new');
  expect(agent.prompts).toHaveLength(10);
  expect(await readRaw('exchanges')).toHaveLength(9);
  expect(session.progress).toBeUndefined();
  await session.start();
  expect(session.outcome).toContain('18 of 30 calls answered: 9 new, 9 answered before');
});

it('calls failed rows again only when it is told to', async () => {
  const { app, session, agent } = await openRunning(['one', 'fault:status-500']);
  await session.tryFew();
  expect(agent.prompts).toHaveLength(2);
  await session.start();
  await settled(app);
  expect(agent.prompts).toHaveLength(2);
  const second = await openRunning(['one', 'fault:status-500']);
  await second.session.tryFew();
  await second.session.start(true);
  await settled(second.app);
  expect(second.agent.prompts.toSorted()).toEqual([
    ...['fault:status-500', 'fault:status-500', 'one'],
  ]);
});

it('makes several calls per row trials that share an id', async () => {
  const { app, session, agent } = await openRunning(['one', 'two']);
  session.setup.setPace({ trials: 3 });
  expect(session.callCount).toBe(6);
  await runAll(app, session);
  expect(agent.prompts.toSorted()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  const rows = await resultsOf(app);
  expect(rows.map((row) => [row['id'], row['trial']])).toEqual(
    ['a-0', 'a-1'].flatMap((id) => [1, 2, 3].map((trial) => [id, trial])),
  );
  expect(runOf(app).record.agent).toMatchObject({ trials: 3 });
  const summary = await app.reader.ask(runOf(app), 'summary', {
    request: { thresholds: {}, columnId: 'trajectory_exact_match' },
    filters: [],
  });
  expect(summary.consistency.map(({ k, tasks }) => [k, tasks])).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
  ]);
  const said = await session.answers.exchangeOfRow(runOf(app), 5);
  expect(said).toMatchObject({ row: 1, trial: 2, prompt: 'two' });
});

/** The text of a gzipped file. */
async function unzipped(file: Blob): Promise<string> {
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(new Uint8Array(await file.arrayBuffer())).toString();
}

it('cancels the calls under way when rows cannot be read, counts what was answered, and ends', async () => {
  const { app, session, agent } = await openRunning(manyRows(80));
  agent.mostAnswers = 48;
  failQuestion(app, 'records', new Error('The rows are gone.'), 2);
  let isFree = false;
  const request = (_name: string, _options: object, work: (lock: object) => Promise<void>) =>
    work({}).then(() => void (isFree = true));
  vi.stubGlobal('navigator', { locks: { request } });
  await session.start();
  vi.unstubAllGlobals();
  expect(session.outcome).toMatch(/^It stopped: The rows are gone\. \d+ of 80 calls answered/);
  const answered = session.answers.outcomes.length;
  expect(session.outcome).toContain(`${String(answered)} of 80`);
  expect(answered).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(session.progress).toBeUndefined();
  expect(isFree).toBe(true);
  expect(session.answers.outcomes).toHaveLength(answered);
  // what was answered can be scored
  expect(session.canScore).toBe(true);
});
