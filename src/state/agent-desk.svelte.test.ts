import { expect, it, onTestFinished, vi } from 'vitest';
import { SAMPLES } from '#samples/registry.ts';
import { AGENT_FAULTS } from '../../tests/e2e/agent-server.ts';
import { dump } from '../../tests/e2e/stored.ts';
import { readRaw } from '../../tests/fixtures/storage/database-faults.ts';
import {
  called,
  deskOf,
  HEADER,
  loopbackAgent,
  meanOf,
  openRunning,
  openWithFunction,
  resultsOf,
  rowsToAsk,
  runAll,
  SECRET,
} from '../../tests/support/agent-desk.ts';
import {
  chooseJudge,
  judgeAll,
  loopbackJudge,
  stored,
  turnNetworkOn,
} from '../../tests/support/judge-desk.ts';
import {
  openApp,
  openFile,
  openRows,
  reopenApp,
  runOf,
  settled,
} from '../../tests/support/open-app.ts';
import { startA2a } from '../../tests/support/a2a-server.ts';
import { startFrameworks, type ScriptedCall } from '../../tests/support/framework-server.ts';
import { emptyStore } from '../../tests/support/stored.ts';
import { useThreadSandbox } from '../../tests/support/thread-sandbox.ts';
import type { AgentDesk } from './agent-desk.svelte.ts';
import { RUN_DOWNLOADS } from './run-downloads.ts';

const EXACT = 'trajectory_exact_match';
/** Only a browser refuses these; see agents.spec.ts. */
const OF_BROWSERS = ['redirect', 'redirect-away', 'no-cors'];
const FAULTS = AGENT_FAULTS.filter((name) => !OF_BROWSERS.includes(name));

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

it('takes every fault of an agent for a failed row with a reason, never for a score', async () => {
  const prompts = ['right', ...FAULTS.map((name) => `fault:${name}`), 'well in the end'];
  const { app, desk, agent } = await openRunning(prompts);
  desk.setup.setPace({ answerWithin: 1, concurrency: 8 });
  await runAll(app, desk);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row['failure'])).toEqual([0, ...FAULTS.map(() => 1), 0]);
  for (const row of rows.slice(1, -1)) {
    expect(row['failure_reason'], String(row['prompt'])).toMatch(/\w+/);
    expect(row[`${EXACT}/score`], String(row['prompt'])).toBeNull();
    expect(row['latency_in_seconds'], String(row['prompt'])).toBeNull();
    expect(row['predicted_trajectory'], String(row['prompt'])).toBeNull();
  }
  const reasonOf = (name: string): unknown => rows[1 + FAULTS.indexOf(name)]?.['failure_reason'];
  expect(reasonOf('huge-answer')).toContain('too large');
  expect(reasonOf('endless-stream')).toContain('in time');
  expect(reasonOf('silent')).toContain('in time');
  expect(reasonOf('broken-event')).toContain('broke off');
  expect(reasonOf('dropped')).toContain('broke off');
  expect(reasonOf('arguments-text')).toContain('not JSON');
  expect(reasonOf('no-calls')).toContain('No tool calls');
  expect(reasonOf('not-json')).toContain('not JSON');
  expect(reasonOf('status-500')).toContain('out of order');
  expect(reasonOf('status-429')).toContain('asked for fewer calls');
  expect(reasonOf('status-401')).toContain('refused the key');
  expect(rows.at(0)?.[`${EXACT}/score`]).toBe(1);
  expect(rows.at(-1)?.[`${EXACT}/score`]).toBe(1);
  expect(agent.keys).toEqual(prompts.map(() => SECRET));

  // the server has repeated the secret
  expect(reasonOf('status-401')).toContain('bad key');
  const runFile = await RUN_DOWNLOADS['run file'].write(runOf(app), app.store);
  const places: Readonly<Record<string, string>> = {
    addresses: agent.paths.join('\n'),
    results: JSON.stringify(rows),
    storage: await dump(),
    'run file': await unzipped(runFile),
    said: JSON.stringify(await readRaw('exchanges')),
  };
  expect(places['said']).toContain('[secret]');
  expect(places['run file']).toContain('[secret]');
  const found = Object.entries(places).filter(([, text]) => text.includes(SECRET));
  expect(found.map(([place]) => place)).toEqual([]);
});

it('begins no call while paused, and no more at a time than set', async () => {
  const { app, desk, agent } = await openRunning(manyRows(40));
  agent.mostAnswers = 12;
  const running = runAll(app, desk);
  await called(agent, 16);
  desk.pause();
  expect(desk.isPaused).toBe(true);
  agent.mostAnswers = 28;
  await stored('exchanges', 16);
  expect(agent.prompts).toHaveLength(16);
  desk.resume();
  await called(agent, 32);
  agent.mostAnswers = Infinity;
  await running;
  expect(agent.prompts).toHaveLength(40);
  expect(new Set(agent.prompts).size).toBe(40);
  expect(meanOf(app, EXACT)).toBe(1);
});

it('goes on after a reload amid a run without calling a finished row again', async () => {
  const prompts = manyRows(40);
  const { desk, agent } = await openRunning(prompts);
  agent.mostAnswers = 12;
  void desk.start();
  await called(agent, 16);
  await stored('exchanges', 12);

  // the page is gone: what was under way is never answered to it
  const app = await reopenApp();
  desk.cancel();
  agent.mostAnswers = Infinity;
  const again = deskOf(app);
  expect(again.setup.config).toEqual(desk.setup.config);
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

it('asks what to do after five failures of one cause in a row', async () => {
  const { desk, agent } = await openRunning(Array<string>(20).fill('fault:status-500'));
  desk.setup.setPace({ concurrency: 1 });
  const running = desk.start();
  await vi.waitFor(() => expect(desk.asksAbout).toBe('server'));
  // one more may have begun, and ends
  await vi.waitFor(async () =>
    expect(await readRaw('exchanges')).toHaveLength(agent.prompts.length),
  );
  expect(agent.prompts.length).toBeGreaterThanOrEqual(5);
  expect(agent.prompts.length).toBeLessThanOrEqual(6);
  const before = agent.prompts.length;
  desk.resume();
  expect(desk.asksAbout).toBeUndefined();
  await vi.waitFor(() => expect(desk.asksAbout).toBe('server'));
  expect(agent.prompts.length).toBeGreaterThan(before);
  desk.cancel();
  await running;
  expect(agent.prompts.length).toBeLessThanOrEqual(12);
  expect(desk.progress).toBeUndefined();
});

it('calls failed rows again only when it is told to', async () => {
  const { app, desk, agent } = await openRunning(['one', 'fault:status-500']);
  await desk.tryFew();
  expect(agent.prompts).toHaveLength(2);
  await desk.start();
  await settled(app);
  expect(agent.prompts).toHaveLength(2);
  const second = await openRunning(['one', 'fault:status-500']);
  await second.desk.tryFew();
  await second.desk.start(true);
  await settled(second.app);
  expect(second.agent.prompts.toSorted()).toEqual([
    ...['fault:status-500', 'fault:status-500', 'one'],
  ]);
});

it('makes several calls per row trials that share an id', async () => {
  const { app, desk, agent } = await openRunning(['one', 'two']);
  desk.setup.setPace({ trials: 3 });
  expect(desk.callCount).toBe(6);
  await runAll(app, desk);
  expect(agent.prompts.toSorted()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  const rows = await resultsOf(app);
  expect(rows.map((row) => [row['id'], row['trial']])).toEqual(
    ['a-0', 'a-1'].flatMap((id) => [1, 2, 3].map((trial) => [id, trial])),
  );
  expect(runOf(app).record.agent).toMatchObject({ trials: 3 });
  const said = await desk.answers.exchangeOfRow(runOf(app), 5);
  expect(said).toMatchObject({ row: 1, trial: 2, prompt: 'two' });
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
  await vi.waitFor(() => expect(runOf(app).record.name).toContain('agent run'));
  await settled(app);
  expect(runOf(app).columns.rowCount).toBe(2);
});

it('streams an A2A agent behind the official server', async () => {
  const a2a = await startA2a((about) => [{ tool_name: 'set_device', tool_input: { about } }]);
  onTestFinished(() => a2a.stop());
  turnNetworkOn();
  const app = await openApp();
  await openRows(app, rowsToAsk(['one', 'two', 'break']));
  const desk = deskOf(app);
  desk.setup.setWay('a2a');
  desk.setup.setValue('url', `${a2a.url}/v1`);
  desk.setup.setValue('method', 'message/stream');
  await runAll(app, desk);
  expect(meanOf(app, EXACT)).toBe(1);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row['predicted_trajectory'])).toMatchObject([
    [{ tool_name: 'set_device', tool_input: { about: 'one' } }],
    [{ tool_name: 'set_device', tool_input: { about: 'two' } }],
    null,
  ]);
  expect(rows.map((row) => row['response'])).toEqual(['Done: one', 'Done: two', null]);
  expect(rows[2]?.['failure_reason']).toContain('it broke');
});

it('takes a model with tools through the three scenarios, and its recording through one again', async () => {
  const samples = SAMPLES.filter(({ id }) => id !== 'documentation-example');
  expect(samples).toHaveLength(3);
  const texts = await Promise.all(samples.map((sample) => sample.load()));
  const scripted = new Map(
    texts
      .flatMap((text) => text.trim().split('\n'))
      .map((line) => JSON.parse(line) as { prompt: string; reference_trajectory?: ScriptedCall[] })
      .map((row) => [row.prompt, row.reference_trajectory ?? []]),
  );
  const model = await startFrameworks((prompt) => scripted.get(prompt) ?? []);
  onTestFinished(() => model.stop());
  turnNetworkOn();
  const app = await openApp();
  const desk = deskOf(app);
  desk.setup.setWay('model');
  desk.setup.setValue('provider', 'openai');
  desk.setup.setValue('url', `${model.url}/v1`);
  desk.setup.setSecret('{secret}', SECRET);
  for (const sample of samples) {
    await app.workspace.openSample(sample);
    await settled(app);
    const { rowCount } = runOf(app).columns;
    await desk.setup.proposeTools();
    expect(desk.setup.config.values['tools']).toContain('"parameters"');
    await runAll(app, desk);
    expect(runOf(app).columns.rowCount).toBe(rowCount);
    expect(runOf(app).record.agent?.way).toBe('model');
    expect(meanOf(app, EXACT)).toBe(1);
    const rows = await resultsOf(app);
    expect(rows.map((row) => row['failure'])).toEqual(rows.map(() => 0));
  }
  const asked = model.requests.length;
  const json = vi.spyOn(app.downloads, 'json').mockImplementation(() => undefined);
  const { agent, name } = runOf(app).record;
  if (!agent) throw new Error('no agent made it');
  await desk.answers.downloadRecording(agent, name);
  const [text = ''] = json.mock.calls[0] ?? [];
  expect(text).not.toContain(SECRET);
  expect(text).toContain('trajectory-playground agent recording');

  // elsewhere, without a network
  sessionStorage.clear();
  const other = await openApp();
  const last = samples.at(-1);
  if (last) await other.workspace.openSample(last);
  await settled(other);
  const replaying = deskOf(other);
  expect(replaying.obstacle).toBe('The network is off.');
  await replaying.openRecording(new Blob([text]));
  expect(replaying.message).toBe('');
  expect(replaying.setup.recording?.exchanges).toHaveLength(runOf(other).columns.rowCount);
  expect(replaying.setup.config.way).toBe('model');
  await runAll(other, replaying);
  expect(meanOf(other, EXACT)).toBe(1);
  expect(model.requests).toHaveLength(asked);
});

it('says of a row that the recording does not hold it, and what no recording is', async () => {
  const { app, desk, agent } = await openRunning(['one']);
  await runAll(app, desk);
  const json = vi.spyOn(app.downloads, 'json').mockImplementation(() => undefined);
  const { agent: note, name } = runOf(app).record;
  if (!note) throw new Error('no agent made it');
  await desk.answers.downloadRecording(note, name);
  await openRows(app, rowsToAsk(['one', 'new']));
  await desk.openRecording(new Blob([json.mock.calls[0]?.[0] ?? '']));
  await runAll(app, desk);
  expect((await resultsOf(app)).map((row) => row['failure_reason'])).toEqual([
    null,
    'The recording holds no answer for this row.',
  ]);
  expect(agent.prompts).toEqual(['one']);
  await desk.openRecording(new Blob(['{']));
  expect(desk.message).toBe('The file is not JSON.');
  await desk.openRecording(new Blob(['{}']));
  expect(desk.message).toBe('The file is no recording of an agent’s answers.');
});

it('has a function stand for the agent, without network: it replays references with mistakes', async () => {
  useThreadSandbox();
  const app = await openApp();
  const desk = deskOf(app);
  desk.setup.setWay('function');
  await runAll(app, desk);
  const rows = await resultsOf(app);
  expect(rows).toHaveLength(18);
  // one row has no reference to replay
  expect(rows.filter((row) => row['failure'] === 1)).toHaveLength(1);
  const right = rows.filter((row) => row[`${EXACT}/score`] === 1).length;
  expect(right).toBeGreaterThan(9);
  expect(right).toBeLessThan(18);
});

it('fails a row whose function throws or gives no calls, with the line', async () => {
  useThreadSandbox();
  const code = `function agent(row) {
    if (row.prompt === 'throws') throw new Error('no luck');
    if (row.prompt === 'shapeless') return { predicted_trajectory: 'x' };
    return { response: 'Done.', predicted_trajectory: row.reference_trajectory };
  }`;
  const prompts = ['right', 'throws', 'shapeless', 'right again'];
  const app = await openApp();
  await openRows(app, rowsToAsk(prompts));
  const desk = deskOf(app);
  desk.setup.setWay('function');
  desk.setup.setCode('code', code);
  await runAll(app, desk);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row[`${EXACT}/score`])).toEqual([1, null, null, 1]);
  expect(rows[1]?.['failure_reason']).toContain('Line 2: Error: no luck');
  expect(rows[2]?.['failure_reason']).toContain('is no list of calls');
});

it('gives a model’s tools the result of the list first, then that of a function', async () => {
  useThreadSandbox();
  const CALLS: Readonly<Record<string, ScriptedCall>> = {
    'turn on': { tool_name: 'switch_lamp', tool_input: { lamp: 3 } },
    'look up': { tool_name: 'find_lamp', tool_input: { room: 'porch' } },
    'ask nobody': { tool_name: 'unknown', tool_input: {} },
    'break it': { tool_name: 'break', tool_input: {} },
  };
  const callOf = (prompt: string): ScriptedCall =>
    CALLS[prompt] ?? { tool_name: '', tool_input: {} };
  const model = await startFrameworks((prompt) => [callOf(prompt)]);
  onTestFinished(() => model.stop());
  turnNetworkOn();
  const app = await openApp();
  await openRows(
    app,
    Object.entries(CALLS).map(([prompt, call]) => ({ prompt, reference_trajectory: [call] })),
  );
  const desk = deskOf(app);
  desk.setup.setWay('model');
  desk.setup.setValue('provider', 'openai');
  desk.setup.setValue('url', `${model.url}/v1`);
  desk.setup.setValue('results', '[{"tool": "find_lamp", "result": {"lamp": 7}}]');
  desk.setup.setCode(
    'resultsCode',
    `function result(tool, input, row) {
      if (tool === 'break') throw new Error('out of order');
      if (tool === 'unknown') return undefined;
      return { set: input.lamp, asked: row.prompt };
    }`,
  );
  await runAll(app, desk);
  const made = await resultsOf(app);
  expect(made.map((row) => row['predicted_trajectory'])).toEqual([
    [{ ...callOf('turn on'), tool_output: { set: 3, asked: 'turn on' } }],
    [{ ...callOf('look up'), tool_output: { lamp: 7 } }],
    [{ ...callOf('ask nobody'), tool_output: { status: 'ok' } }],
    null,
  ]);
  expect(made[3]?.['failure_reason']).toContain('Line 2: Error: out of order');
  // the model was told so
  const told = model.requests.flatMap(({ body }) =>
    (body['messages'] as readonly { role: string; content: string }[])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.parse(content) as unknown),
  );
  expect(told).toHaveLength(3);
  expect(told).toContainEqual({ set: 3, asked: 'turn on' });
});

/** The text of a gzipped file. */
async function unzipped(file: Blob): Promise<string> {
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(new Uint8Array(await file.arrayBuffer())).toString();
}

const answering = (response: string, calls: string): string =>
  `row => ({ response: '${response}', predicted_trajectory: ${calls} })`;

/** Judged rows, and two agents that answer them by a function, each judged at once. */
async function runTwoAgents() {
  useThreadSandbox();
  const judge = await loopbackJudge();
  turnNetworkOn();
  const app = await openApp();
  const rows = ['right', 'wrong', 'right too', 'wrong too'].map((prompt, index) => ({
    ...{ id: `c-${String(index)}`, prompt, response: 'Old.', predicted_trajectory: [] },
    reference_trajectory: [{ tool_name: 'act', tool_input: {} }],
  }));
  await openRows(app, rows, 'c.jsonl');
  const judging = chooseJudge(app, judge);
  await judgeAll(judging);
  const desk = deskOf(app);
  const runAgent = async (code: string): Promise<string> => {
    desk.setup.setWay('function');
    desk.setup.setCode('code', code);
    desk.judgesAfter = true;
    await runAll(app, desk);
    return runOf(app).record.id;
  };
  const plan = await judging.estimateAnswers(runOf(app), [judging.metric], desk.callCount);
  expect(plan).toMatchObject({ calls: 4, cost: undefined });
  const first = await runAgent(answering('First.', '[{ tool_name: "other", tool_input: {} }]'));
  const firstMeans = [meanOf(app, EXACT), meanOf(app, 'judge:goal_success')];
  expect(firstMeans).toEqual([0, 0.5]);
  expect(judge.questions).toHaveLength(8);
  const second = await runAgent(answering('Second.', 'row.reference_trajectory'));
  return { app, desk, judge, first, second };
}

const saysOf = (desk: AgentDesk, app: Awaited<ReturnType<typeof openApp>>, row: number) =>
  desk.answers.exchangeOfRow(runOf(app), row).then((said) => said?.legs[0]?.text);

it('judges answers at once, none twice, and offers to compare two agents of the same prompts', async () => {
  const { app, desk, judge, first, second } = await runTwoAgents();
  expect([meanOf(app, EXACT), meanOf(app, 'judge:goal_success')]).toEqual([1, 0.5]);
  expect(judge.questions).toHaveLength(12);
  expect(new Set(judge.questions).size).toBe(12);
  expect(desk.answers.rival?.id).toBe(first);
  const toast = app.notices.toasts.find(({ action }) => action?.label === 'Compare both');
  expect(toast).toBeDefined();
  toast?.action?.run();
  expect(location.hash).toContain(`compare?a=${first}&b=${second}`);
});

it('sends along what was said in a run file, and stores it where the file is opened', async () => {
  const { app } = await runTwoAgents();
  const file = await RUN_DOWNLOADS['run file'].write(runOf(app), app.store);
  const said = await readRaw('exchanges');
  expect(said).toHaveLength(8);
  await emptyStore('exchanges');
  await emptyStore('agentRuns');
  const elsewhere = await openApp();
  await openFile(elsewhere, 'second.run.gz', file);
  const desk = deskOf(elsewhere);
  expect(await saysOf(desk, elsewhere, 2)).toContain('"response":"Second."');
  const read = await readRaw('exchanges');
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);
});

it('stores nothing of a report that is opened until a copy is kept', async () => {
  const { app } = await runTwoAgents();
  const file = await RUN_DOWNLOADS['run file'].write(runOf(app), app.store);
  const said = await readRaw('exchanges');
  const elsewhere = await openApp();
  const block = Buffer.from(await file.arrayBuffer()).toString('base64');
  expect(await elsewhere.sharing.openReport(block)).toBe(true);
  const desk = deskOf(elsewhere);
  expect(await saysOf(desk, elsewhere, 2)).toContain('"response":"Second."');
  expect(await readRaw('exchanges')).toEqual([]);
  await elsewhere.workspace.keep();
  const read = await readRaw('exchanges');
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);
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

it('scores nothing of a function that has no line to run', async () => {
  useThreadSandbox();
  const desk = await openWithFunction(rowsToAsk(['one']), 'const nothing = 1;');
  await desk.tryFew();
  expect(desk.answers.outcomes[0]?.failure).toContain('No function is declared');
});
