import { expect, it, vi, describe } from 'vitest';
import { setThreshold } from '#features/metrics/thresholds.ts';
import { readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import {
  called,
  sessionOf,
  loopbackAgent,
  openRunning,
  resultsOf,
  rowsToAsk,
  runAll,
} from '../../../tests/support/agent-session.ts';
import { EXACT } from '../../../tests/support/build.ts';
import { stored, turnNetworkOn } from '../../../tests/support/judge-session.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openApp, openRows, reopenApp, runOf, settled } from '../../../tests/support/open-app.ts';
import type { ExchangeStore } from '#kernel/storage/exchanges.ts';
import type { AgentRunRecord } from '#kernel/storage/schema.ts';
import { pruneAgentRuns } from './agent-session.svelte.ts';
import { StorageError } from '#kernel/storage/connection.ts';

const manyRows = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `row ${String(index)}`);

it('sets up the agent of an unfinished run again where its settings were lost, and can forget it', async () => {
  const { session, agent } = await openRunning(manyRows(6));
  agent.mostAnswers = 2;
  void session.start();
  await stored('exchanges', 2);
  const { config } = session.setup;
  localStorage.removeItem('trajectory-playground:agent');
  const app = await reopenApp();
  session.cancel();
  const again = sessionOf(app);
  expect(again.setup.config).not.toEqual(config);
  await again.lookUp();
  expect(again.unfinished).toMatchObject({ isOfThis: false, answered: 2 });
  again.takeUp();
  expect(again.setup.config).toEqual(config);
  await again.lookUp();
  expect(again.unfinished?.isOfThis).toBe(true);
  await again.forget();
  expect(again.unfinished).toBeUndefined();
  expect(await readRaw('exchanges')).toEqual([]);
  expect(await readRaw('agentRuns')).toEqual([]);
});

it('runs over the first rows alone where so many are set', async () => {
  const { app, session, agent } = await openRunning(['one', 'two', 'three']);
  session.setup.setPace({ rows: 2 });
  expect(session.rowCount).toBe(2);
  await runAll(app, session);
  expect(agent.prompts.toSorted()).toEqual(['one', 'two']);
  expect(runOf(app).columns.rowCount).toBe(2);
});

it('scores what there is when it is ended, and keeps the order', async () => {
  const { app, session, agent } = await openRunning(manyRows(12));
  agent.mostAnswers = 5;
  const running = session.start();
  await stored('exchanges', 5);
  session.cancel();
  await running;
  expect(session.outcome).toMatch(/^5 of 12 calls answered: 5 new/);
  expect(session.canScore).toBe(true);
  await session.score();
  await settled(app);
  const answered = agent.prompts.slice(0, 5);
  const made = (await resultsOf(app)).map((row) => row['prompt']);
  expect(made).toEqual(manyRows(12).filter((prompt) => answered.includes(prompt)));
  expect(session.canScore).toBe(false);
});

it('says why rows cannot be run, and which columns the new run replaces', async () => {
  const agent = await loopbackAgent();
  turnNetworkOn();
  const app = await openApp();
  const session = sessionOf(app);
  expect(session.obstacle).toBe('Enter an address.');
  session.setup.setValue('url', `${agent.url}/chat`);
  expect(session.obstacle).toBe('');
  expect(session.replaced).toContain('predicted_trajectory');
  await openRows(app, [{ prompt: 'x', response: 'y' }]);
  expect(session.replaced).toEqual(['response']);
  app.network.locked();
  expect(session.obstacle).toBe('The network is off.');
  expect(agent.paths).toEqual([]);
});

it('offers the answers when another run was opened meanwhile', async () => {
  const { app, session, agent } = await openRunning(['one', 'two']);
  agent.mostAnswers = 0;
  const running = session.start();
  await called(agent, 2);
  await openRows(app, rowsToAsk(['other']), 'other.jsonl');
  const { id } = runOf(app).record;
  agent.mostAnswers = Infinity;
  await running;
  expect(runOf(app).record.id).toBe(id);
  const banner = app.notices.banners.find((one) => one.id === 'agent');
  expect(banner?.title).toBe('The agent has answered 2 rows of “asked”.');
  banner?.actions?.[0]?.run();
  await eventually(() => expect(runOf(app).record.name).toContain('agent run'));
  await settled(app);
  expect(runOf(app).columns.rowCount).toBe(2);
});

it('keeps the answers when scoring them is cancelled: they can be scored again', async () => {
  const { app, session, agent } = await openRunning(['one', 'two']);
  const asked = runOf(app).record.id;
  const { open } = app.reader;
  vi.spyOn(app.reader, 'open').mockImplementation((...asked) => {
    app.workspace.cancel();
    return open.apply(app.reader, asked);
  });
  await session.start();
  vi.mocked(app.reader.open).mockRestore();
  expect(app.workspace.run).toBeUndefined();
  expect(session.answers.outcomes).toHaveLength(2);
  const [record] = await readRaw('agentRuns');
  expect(record).toMatchObject({ endedAtMs: null });
  await app.workspace.openRun(asked);
  await session.lookUp();
  expect(session.unfinished).toMatchObject({ isOfThis: true, answered: 2 });
  await session.score();
  await settled(app);
  expect(runOf(app).record).toMatchObject({ rowCount: 2, agent: { trials: 1 } });
  expect(agent.prompts).toHaveLength(2);
  await session.lookUp();
  expect(session.unfinished).toBeUndefined();
  expect(session.answers.outcomes).toEqual([]);
});

it('scores the answers under the thresholds that were set while the agent answered', async () => {
  const { app, session, agent } = await openRunning(['one', 'two']);
  agent.mostAnswers = 0;
  const running = session.start();
  await called(agent, 2);
  await setThreshold(app, EXACT, 0.5);
  agent.mostAnswers = Infinity;
  await running;
  await settled(app);
  expect(runOf(app).record).toMatchObject({
    ...{ agent: { trials: 1 }, settings: { thresholds: { [EXACT]: 0.5 } } },
  });
});

describe('answers of runs that are gone', () => {
  const HOUR_MS = 3_600_000;

  function storeOf(runs: readonly AgentRunRecord[]) {
    const removed: string[] = [];
    const store = {
      runs: () => Promise.resolve(runs),
      removeRun: (id: string) => {
        removed.push(id);
        return Promise.resolve();
      },
    } as unknown as ExchangeStore;
    return { store, removed };
  }

  const runOf = (id: string, startedAtMs: number, endedAtMs: number | null): AgentRunRecord => ({
    ...{ id, fingerprint: 'f', startedAtMs, endedAtMs },
    config: { way: 'http', values: {}, headers: [] },
  });

  it('forgets what was said in runs that nobody keeps, an hour after they ended', async () => {
    const now = Date.now();
    const { store, removed } = storeOf([
      runOf('kept', 0, now - 2 * HOUR_MS),
      runOf('deleted', 0, now - 2 * HOUR_MS),
      // a run that was deleted can be taken back for a while
      runOf('just deleted', 0, now - HOUR_MS / 2),
    ]);
    await pruneAgentRuns(store, [{ agent: { runId: 'kept' } as never }, { agent: undefined }]);
    expect(removed).toEqual(['deleted']);
  });

  it('keeps the ten newest unfinished runs', async () => {
    const { store, removed } = storeOf(
      Array.from({ length: 12 }, (_, index) => runOf(`run ${String(index)}`, index, null)),
    );
    await pruneAgentRuns(store, []);
    expect(removed.toSorted()).toEqual(['run 0', 'run 1']);
  });

  it('forgets nothing where the store fails', async () => {
    const store = {
      runs: () => Promise.reject(new StorageError('unavailable')),
    } as unknown as ExchangeStore;
    await expect(pruneAgentRuns(store, [])).resolves.toBeUndefined();
    const failing = {
      runs: () => Promise.resolve([runOf('old', 0, 1)]),
      removeRun: () => Promise.reject(new StorageError('unavailable')),
    } as unknown as ExchangeStore;
    await expect(pruneAgentRuns(failing, [])).resolves.toBeUndefined();
  });
});
