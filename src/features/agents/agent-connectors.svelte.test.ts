import { expect, it, onTestFinished, vi } from 'vitest';
import { SAMPLES, type Sample } from '#samples/registry.ts';
import {
  sessionOf,
  meanOf,
  openRunning,
  openWithFunction,
  resultsOf,
  rowsToAsk,
  runAll,
  SECRET,
} from '../../../tests/support/agent-session.ts';
import { turnNetworkOn } from '../../../tests/support/judge-session.ts';
import { openApp, openRows, runOf, settled } from '../../../tests/support/open-app.ts';
import { startA2a } from '../../../tests/support/a2a-server.ts';
import { startFrameworks, type ScriptedCall } from '../../../tests/support/framework-server.ts';
import { useThreadSandbox } from '../../../tests/support/thread-sandbox.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';

const EXACT = 'trajectory_exact_match';
it('streams an A2A agent behind the official server', async () => {
  const a2a = await startA2a((about) => [{ tool_name: 'set_device', tool_input: { about } }]);
  onTestFinished(() => a2a.stop());
  turnNetworkOn();
  const app = await openApp();
  await openRows(app, rowsToAsk(['one', 'two', 'break']));
  const session = sessionOf(app);
  session.setup.setConnector('a2a');
  session.setup.setValue('url', `${a2a.url}/v1`);
  session.setup.setValue('method', 'message/stream');
  await runAll(app, session);
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

/** The samples that are scenarios. */
const SCENARIOS = SAMPLES.filter(({ id }) => id !== 'documentation-example');

/** A model on loopback that makes the calls which the scenarios expect, and an app set up for it. */
async function openModel() {
  const texts = await Promise.all(SCENARIOS.map((sample) => sample.load()));
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
  const session = sessionOf(app);
  session.setup.setConnector('model');
  session.setup.setValue('provider', 'openai');
  session.setup.setValue('url', `${model.url}/v1`);
  session.setup.setSecret('{secret}', SECRET);
  return { app, session, model };
}

async function openScenario(app: AppState, sample: Sample | undefined): Promise<number> {
  if (!sample) throw new Error('no such sample');
  await app.workspace.openSample(sample);
  await settled(app);
  return runOf(app).columns.rowCount;
}

it('has three scenarios', () => {
  expect(SCENARIOS.map(({ rowCount }) => rowCount)).toEqual([18, 16, 14]);
});

it.each(SCENARIOS)(
  'takes a model with tools through $title, from prompt to score',
  async (sample) => {
    const { app, session } = await openModel();
    const rowCount = await openScenario(app, sample);
    expect(rowCount).toBe(sample.rowCount);
    await session.setup.proposeTools();
    expect(session.setup.config.values['tools']).toContain('"parameters"');
    await runAll(app, session);
    expect(runOf(app).columns.rowCount).toBe(rowCount);
    expect(runOf(app).record.agent?.way).toBe('model');
    expect(meanOf(app, EXACT)).toBe(1);
    expect(meanOf(app, 'failure')).toBe(0);
  },
);

it('takes no answer that a model did not finish for a prediction, nor when it is read again', async () => {
  const { app, session, model } = await openModel();
  await openRows(app, rowsToAsk(['finish:length', 'finish:content_filter', 'finish:stop']));
  await session.tryFew();
  const faults = session.answers.outcomes.map(({ fault }) => fault);
  expect(faults).toEqual(['cut_off', 'withheld', undefined]);
  // what is stored is read again
  await runAll(app, session);
  expect(model.requests).toHaveLength(3);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row['failure_reason'])).toEqual([
    'The answer was cut off before the model had finished. Finish reason: length.',
    'The provider withheld the answer. content_filter',
    null,
  ]);
  expect(rows.map((row) => row['predicted_trajectory'])).toEqual([null, null, []]);
});

it('goes through the recording of a model again, without a network and without asking it', async () => {
  const { app, session, model } = await openModel();
  const sample = SCENARIOS.at(-1);
  const rowCount = await openScenario(app, sample);
  await runAll(app, session);
  const asked = model.requests.length;
  const json = vi.spyOn(downloadsOf(app), 'json').mockImplementation(() => undefined);
  const { agent, name } = runOf(app).record;
  if (!agent) throw new Error('no agent made it');
  await session.answers.downloadRecording(agent, name);
  const [text = ''] = json.mock.calls[0] ?? [];
  expect(text).not.toContain(SECRET);
  expect(text).toContain('trajectory-playground agent recording');

  sessionStorage.clear();
  const other = await openApp();
  await openScenario(other, sample);
  const replaying = sessionOf(other);
  expect(replaying.obstacle).toBe('The network is off.');
  await replaying.openRecording(new Blob([text]));
  expect(replaying.outcome).toBe('');
  expect(replaying.setup.recording?.exchanges).toHaveLength(rowCount);
  expect(replaying.setup.config.way).toBe('model');
  await runAll(other, replaying);
  expect(meanOf(other, EXACT)).toBe(1);
  expect(model.requests).toHaveLength(asked);
});

it('says of a row that the recording does not hold it, and what no recording is', async () => {
  const { app, session, agent } = await openRunning(['one']);
  await runAll(app, session);
  const json = vi.spyOn(downloadsOf(app), 'json').mockImplementation(() => undefined);
  const { agent: note, name } = runOf(app).record;
  if (!note) throw new Error('no agent made it');
  await session.answers.downloadRecording(note, name);
  await openRows(app, rowsToAsk(['one', 'new']));
  await session.openRecording(new Blob([json.mock.calls[0]?.[0] ?? '']));
  await runAll(app, session);
  expect((await resultsOf(app)).map((row) => row['failure_reason'])).toEqual([
    null,
    'The recording has no answer for this row.',
  ]);
  expect(agent.prompts).toEqual(['one']);
  await session.openRecording(new Blob(['{']));
  expect(session.outcome).toBe('The file is not JSON.');
  await session.openRecording(new Blob(['{}']));
  expect(session.outcome).toBe('The file is not a recording of an agent.');
});

it('has a function stand for the agent, without network: it replays references with mistakes', async () => {
  useThreadSandbox();
  const app = await openApp();
  const session = sessionOf(app);
  session.setup.setConnector('function');
  await runAll(app, session);
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
  const session = sessionOf(app);
  session.setup.setConnector('function');
  session.setup.setCode('code', code);
  await runAll(app, session);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row[`${EXACT}/score`])).toEqual([1, null, null, 1]);
  expect(rows[1]?.['failure_reason']).toContain('Line 2: Error: no luck');
  expect(rows[2]?.['failure_reason']).toContain('is not a list of calls');
});

it('scores nothing of a function that has no line to run', async () => {
  useThreadSandbox();
  const session = await openWithFunction(rowsToAsk(['one']), 'const nothing = 1;');
  await session.tryFew();
  expect(session.answers.outcomes[0]?.failure).toContain('No function is declared');
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
  const session = sessionOf(app);
  session.setup.setConnector('model');
  session.setup.setValue('provider', 'openai');
  session.setup.setValue('url', `${model.url}/v1`);
  session.setup.setValue('results', '[{"tool": "find_lamp", "result": {"lamp": 7}}]');
  session.setup.setCode(
    'resultsCode',
    `function result(tool, input, row) {
      if (tool === 'break') throw new Error('out of order');
      if (tool === 'unknown') return undefined;
      return { set: input.lamp, asked: row.prompt };
    }`,
  );
  await runAll(app, session);
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
