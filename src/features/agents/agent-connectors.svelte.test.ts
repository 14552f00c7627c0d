import { expect, it, onTestFinished } from 'vitest';
import { SAMPLES } from '#samples/registry.ts';
import {
  sessionOf,
  meanOf,
  openWithFunction,
  resultsOf,
  rowsToAsk,
  runAll,
  SECRET,
} from '../../../tests/support/agent-session.ts';
import { EXACT } from '../../../tests/support/build.ts';
import { turnNetworkOn } from '../../../tests/support/judge-session.ts';
import { openApp, openRows, runOf, settled } from '../../../tests/support/open-app.ts';
import { startFrameworks, type ScriptedCall } from '../../../tests/support/framework-server.ts';
import { useThreadSandbox } from '../../../tests/support/thread-sandbox.ts';

/** The samples that are scenarios. */
const SCENARIOS = SAMPLES.filter(({ id }) => id !== 'documentation-example');

it.each(SCENARIOS)(
  'takes a model with tools through $title, from prompt to score',
  async (sample) => {
    const lines = (await sample.load()).trim().split('\n');
    const scripted = new Map(
      lines
        .map(
          (line) => JSON.parse(line) as { prompt: string; reference_trajectory?: ScriptedCall[] },
        )
        .map((row) => [row.prompt, row.reference_trajectory ?? []]),
    );
    const model = await startFrameworks((prompt) => scripted.get(prompt) ?? []);
    onTestFinished(() => model.stop());
    turnNetworkOn();
    const app = await openApp();
    await app.workspace.openSample(sample);
    await settled(app);
    const { setup } = sessionOf(app);
    setup.setConnector('model');
    setup.setValue('provider', 'openai');
    setup.setValue('url', `${model.url}/v1`);
    setup.setSecret('{secret}', SECRET);
    await setup.proposeTools();
    expect(setup.config.values['tools']).toContain('"parameters"');
    await runAll(app, sessionOf(app));
    expect(runOf(app).columns.rowCount).toBe(sample.rowCount);
    expect(runOf(app).record.agent?.way).toBe('model');
    expect(meanOf(app, EXACT)).toBe(1);
    expect(meanOf(app, 'failure')).toBe(0);
  },
);

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
  session.setup.setValue('code', code);
  await runAll(app, session);
  const rows = await resultsOf(app);
  expect(rows.map((row) => row[`${EXACT}/score`])).toEqual([1, null, null, 1]);
  expect(rows[1]?.['failure_reason']).toContain('Line 2: Error: no luck');
  expect(rows[2]?.['failure_reason']).toContain('is not a list of calls');
});

it('runs no row by code that has no function', async () => {
  useThreadSandbox();
  const session = await openWithFunction(rowsToAsk(['one']), 'const nothing = 1;');
  await session.tryFew();
  expect(session.outcome).toContain('No function is declared');
  expect(session.answers.outcomes).toEqual([]);
});
