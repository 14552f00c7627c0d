import { expect, it, vi } from 'vitest';
import { readRaw } from '../../tests/fixtures/storage/database-faults.ts';
import {
  called,
  deskOf,
  loopbackAgent,
  meanOf,
  openRunning,
  resultsOf,
  rowsToAsk,
  runAll,
} from '../../tests/support/agent-desk.ts';
import { stored, eventually } from '../../tests/support/judge-desk.ts';
import { openApp, openRows, reopenApp, runOf, settled } from '../../tests/support/open-app.ts';
import { useThreadSandbox } from '../../tests/support/thread-sandbox.ts';

const EXACT = 'trajectory_exact_match';
const manyRows = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `row ${String(index)}`);

it('tries five rows, reads their answers again at other paths, and then calls the rest', async () => {
  const prompts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  const { app, desk, agent } = await openRunning(prompts, '/plain');
  await desk.tryFew();
  expect(desk.message).toBe('5 of 5 calls answered: 5 made now, 5 failed.');
  const [first] = desk.answers.outcomes;
  expect(first).toMatchObject({ prompt: 'one', fault: 'no_answer' });
  expect(first?.failure).not.toBe('');
  expect(first && (await desk.answers.exchangeOf(first))?.legs[0]?.text).toContain(
    '"said":"Done."',
  );
  desk.setup.setValue('responsePath', 'a.said');
  desk.setup.setValue('callsPath', 'other');
  await desk.tryFew();
  expect(desk.message).toBe('5 of 5 calls answered: 0 made now, 5 answered before.');
  expect(desk.answers.outcomes[0]?.answer?.calls).toMatchObject([{ tool_name: 'set_device' }]);
  expect(agent.prompts).toHaveLength(5);

  await runAll(app, desk);
  expect(agent.prompts.toSorted()).toEqual(prompts.toSorted());
  expect(runOf(app).columns.rowCount).toBe(7);
  expect(meanOf(app, EXACT)).toBe(1);
  const rows = await resultsOf(app);
  expect(rows.map((row) => [row['prompt'], row['response'], row['failure']])).toEqual(
    prompts.map((prompt) => [prompt, 'Done.', 0]),
  );
  expect(rows.every((row) => Number(row['latency_in_seconds']) >= 0)).toBe(true);
  const said = await desk.answers.exchangeOfRow(runOf(app), 6);
  expect(said?.legs[0]?.body).toBe('{"input": "seven"}');
});

it('sets up the agent of an unfinished run again where its settings were lost, and can forget it', async () => {
  const { desk, agent } = await openRunning(manyRows(6));
  agent.mostAnswers = 2;
  void desk.start();
  await stored('exchanges', 2);
  const { config } = desk.setup;
  localStorage.removeItem('trajectory-playground:agent');
  const app = await reopenApp();
  desk.cancel();
  const again = deskOf(app);
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
  const { app, desk, agent } = await openRunning(['one', 'two', 'three']);
  desk.setup.setPace({ rows: 2 });
  expect(desk.rowCount).toBe(2);
  await runAll(app, desk);
  expect(agent.prompts.toSorted()).toEqual(['one', 'two']);
  expect(runOf(app).columns.rowCount).toBe(2);
});

it('scores what there is when it is ended, and keeps the order', async () => {
  const { app, desk, agent } = await openRunning(manyRows(12));
  agent.mostAnswers = 5;
  const running = desk.start();
  await stored('exchanges', 5);
  desk.cancel();
  await running;
  expect(desk.message).toMatch(/^5 of 12 calls answered: 5 made now/);
  expect(desk.canScore).toBe(true);
  await desk.score();
  await settled(app);
  const answered = agent.prompts.slice(0, 5);
  const made = (await resultsOf(app)).map((row) => row['prompt']);
  expect(made).toEqual(manyRows(12).filter((prompt) => answered.includes(prompt)));
  expect(desk.canScore).toBe(false);
});

it('says why rows cannot be run, and waits for leave to replace columns', async () => {
  const agent = await loopbackAgent();
  const app = await openApp();
  const desk = deskOf(app);
  expect(desk.obstacle).toBe('An address is needed.');
  desk.setup.setValue('url', `${agent.url}/chat`);
  expect(desk.obstacle).toBe('The network is off.');
  desk.setup.setWay('function');
  expect(desk.obstacle).toBe('');
  expect(desk.replaced).toContain('predicted_trajectory');
  expect(desk.isAgreed).toBe(false);
  await desk.start();
  expect(desk.answers.outcomes).toEqual([]);
  desk.isAgreed = true;
  expect(desk.isAgreed).toBe(true);
  // agreed to for these rows alone
  await openRows(app, [{ prompt: 'x', response: 'y' }]);
  expect(desk.replaced).toEqual(['response']);
  expect(desk.isAgreed).toBe(false);
  expect(agent.paths).toEqual([]);
});

it('leaves running an agent to the tab that has begun it', async () => {
  const { desk, agent } = await openRunning(['one']);
  const request = vi.fn((_name: string, _options: object, work: (lock: null) => unknown) =>
    Promise.resolve(work(null)),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  await desk.start();
  vi.unstubAllGlobals();
  expect(desk.message).toContain('Another tab of this page is running an agent');
  expect(agent.prompts).toEqual([]);
});

it('offers the answers when another run was opened meanwhile', async () => {
  const { app, desk, agent } = await openRunning(['one', 'two']);
  agent.mostAnswers = 0;
  const running = desk.start();
  await called(agent, 2);
  await openRows(app, rowsToAsk(['other']), 'other.jsonl');
  const { id } = runOf(app).record;
  agent.mostAnswers = Infinity;
  await running;
  expect(runOf(app).record.id).toBe(id);
  const banner = app.notices.banners.find((one) => one.id === 'agent');
  expect(banner?.title).toBe('The agent has answered 2 rows of “asked”.');
  banner?.action?.run();
  await eventually(() => expect(runOf(app).record.name).toContain('agent run'));
  await settled(app);
  expect(runOf(app).columns.rowCount).toBe(2);
});

it('runs no function that came with a recording until it was read', async () => {
  useThreadSandbox();
  const app = await openApp();
  await openRows(app, rowsToAsk(['one']));
  const desk = deskOf(app);
  const foreign = {
    ...{ format: 'trajectory-playground agent recording', version: 1, exchanges: [] },
    agent: { way: 'function', headers: [], values: { code: 'row => ({ never: 1 })' } },
  };
  await desk.openRecording(new Blob([JSON.stringify(foreign)]));
  desk.setup.closeRecording();
  expect(desk.setup.unread).toHaveLength(1);
  expect(desk.obstacle).toContain('read it first');
  await desk.tryFew();
  expect(desk.answers.outcomes).toEqual([]);
  desk.setup.agree();
  expect(desk.setup.unread).toEqual([]);
  expect(desk.obstacle).toBe('');
});
