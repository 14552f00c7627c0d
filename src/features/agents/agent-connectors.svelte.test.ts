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
import { openApp, runOf, settled } from '../../../tests/support/open-app.ts';
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

it('runs no row by code that has no function', async () => {
  useThreadSandbox();
  const session = await openWithFunction(rowsToAsk(['one']), 'const nothing = 1;');
  await session.tryFew();
  expect(session.outcome).toContain('No function is declared');
  expect(session.answers.outcomes).toEqual([]);
});
