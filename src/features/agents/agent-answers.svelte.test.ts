import { sharingOf } from '#features/share/sharing.svelte.ts';
import { expect, it } from 'vitest';
import { readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { EXACT } from '../../../tests/support/build.ts';
import { sessionOf, meanOf, runAll } from '../../../tests/support/agent-session.ts';
import { openApp, openFile, openRows, runOf } from '../../../tests/support/open-app.ts';
import { emptyStore } from '../../../tests/support/stored.ts';
import { useThreadSandbox } from '../../../tests/support/thread-sandbox.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { RUN_DOWNLOADS } from '#features/downloads/downloads.ts';
import type { AgentSession } from './agent-session.svelte.ts';

const answering = (response: string, calls: string): string =>
  `row => ({ response: '${response}', predicted_trajectory: ${calls} })`;

/** Rows, and two agents that answer them by a function. */
async function runTwoAgents() {
  useThreadSandbox();
  const app = await openApp();
  const rows = ['right', 'wrong', 'right too', 'wrong too'].map((prompt, index) => ({
    ...{ id: `c-${String(index)}`, prompt, response: 'Old.', predicted_trajectory: [] },
    reference_trajectory: [{ tool_name: 'act', tool_input: {} }],
  }));
  await openRows(app, rows, 'c.jsonl');
  const session = sessionOf(app);
  const runAgent = async (code: string): Promise<string> => {
    session.setup.setConnector('function');
    session.setup.setValue('code', code);
    await runAll(app, session);
    return runOf(app).record.id;
  };
  const first = await runAgent(answering('First.', '[{ tool_name: "other", tool_input: {} }]'));
  expect(meanOf(app, EXACT)).toBe(0);
  const second = await runAgent(answering('Second.', 'row.reference_trajectory'));
  return { app, session, first, second };
}

const saysOf = (session: AgentSession, app: AppState, row: number) =>
  session.answers.exchangeOfRow(runOf(app), row).then((said) => said?.legs[0]?.text);

it('sends along what was said in a run file, and stores it where the file is opened', async () => {
  const { app } = await runTwoAgents();
  const file = await RUN_DOWNLOADS['run-file'].write(runOf(app), app.store);
  const said = await readRaw('exchanges');
  expect(said).toHaveLength(8);
  await emptyStore('exchanges');
  await emptyStore('agentRuns');
  const elsewhere = await openApp();
  await openFile(elsewhere, 'second.run.gz', file);
  const session = sessionOf(elsewhere);
  expect(await saysOf(session, elsewhere, 2)).toContain('"response":"Second."');
  const read = await readRaw('exchanges');
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);
});

it('stores nothing of a report that is opened until a copy is kept', async () => {
  const { app } = await runTwoAgents();
  const file = await RUN_DOWNLOADS['run-file'].write(runOf(app), app.store);
  const said = await readRaw('exchanges');
  const elsewhere = await openApp();
  const block = Buffer.from(await file.arrayBuffer()).toString('base64');
  expect(await sharingOf(elsewhere).openReport(block)).toBe(true);
  const session = sessionOf(elsewhere);
  expect(await saysOf(session, elsewhere, 2)).toContain('"response":"Second."');
  expect(await readRaw('exchanges')).toEqual([]);
  await elsewhere.workspace.keep();
  const read = await readRaw('exchanges');
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);
});
