import { expect, it, onTestFinished } from 'vitest';
import { SAMPLES } from '#samples/registry.ts';
import { sessionOf, meanOf, runAll, SECRET } from '../../../tests/support/agent-session.ts';
import { EXACT } from '../../../tests/support/build.ts';
import { turnNetworkOn } from '../../../tests/support/judge-session.ts';
import { openApp, runOf, settled } from '../../../tests/support/open-app.ts';
import { startFrameworks, type ScriptedCall } from '../../../tests/support/framework-server.ts';

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
