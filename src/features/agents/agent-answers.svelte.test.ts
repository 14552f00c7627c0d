import { sharingOf } from '#features/share/sharing.svelte.ts';
import { expect, it } from 'vitest';
import { readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { openRunning, sessionOf, runAll } from '../../../tests/support/agent-session.ts';
import { openApp, openFile, runOf } from '../../../tests/support/open-app.ts';
import { emptyStore } from '../../../tests/support/stored.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { RUN_DOWNLOADS } from '#features/downloads/downloads.ts';
import type { AgentSession } from './agent-session.svelte.ts';

/** Rows that an agent has answered twice, by streams and then at once. */
async function runTwice() {
  const { app, session, agent } = await openRunning(['one', 'two', 'three', 'four'], '/events');
  await runAll(app, session);
  session.setup.setValue('url', `${agent.url}/chat`);
  await runAll(app, session);
  return { app, session };
}

const saysOf = (session: AgentSession, app: AppState, row: number) =>
  session.answers.exchangeOfRow(runOf(app), row).then((said) => said?.legs[0]?.text);

it('sends along what was said in a run file, and stores it where the file is opened', async () => {
  const { app } = await runTwice();
  const file = await RUN_DOWNLOADS['run-file'].write(runOf(app), app.store);
  const said = await readRaw('exchanges');
  expect(said).toHaveLength(8);
  await emptyStore('exchanges');
  await emptyStore('agentRuns');
  const elsewhere = await openApp();
  await openFile(elsewhere, 'second.run.gz', file);
  const session = sessionOf(elsewhere);
  expect(await saysOf(session, elsewhere, 2)).toMatch(/"messages".*three/);
  const read = await readRaw('exchanges');
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);
});

it('stores nothing of a report that is opened until a copy is kept', async () => {
  const { app } = await runTwice();
  const file = await RUN_DOWNLOADS['run-file'].write(runOf(app), app.store);
  const said = await readRaw('exchanges');
  const elsewhere = await openApp();
  const block = Buffer.from(await file.arrayBuffer()).toString('base64');
  expect(await sharingOf(elsewhere).openReport(block)).toBe(true);
  const session = sessionOf(elsewhere);
  expect(await saysOf(session, elsewhere, 2)).toMatch(/"messages".*three/);
  expect(await readRaw('exchanges')).toEqual([]);
  await elsewhere.workspace.keep();
  const read = await readRaw('exchanges');
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);
});
