import { sharingOf } from '#features/share/sharing.svelte.ts';
import { expect, it } from 'vitest';
import { readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { EXACT } from '../../../tests/support/build.ts';
import {
  HEADER,
  meanOf,
  openRunning,
  runAll,
  SECRET,
  sessionOf,
} from '../../../tests/support/agent-session.ts';
import { openApp, openFile, runOf } from '../../../tests/support/open-app.ts';
import { emptyStore } from '../../../tests/support/stored.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { RUN_DOWNLOADS } from '#features/downloads/run-downloads.ts';
import type { AgentSession } from './agent-session.svelte.ts';

/** Rows, and two agents that answer them: one with too many calls, one as expected. */
async function runTwoAgents() {
  const prompts = ['one', 'two', 'three', 'four'];
  const { app, session, agent } = await openRunning(prompts, '/plain');
  session.setup.setValue('responsePath', 'a.said');
  session.setup.setValue('callsPath', 'a.did');
  await runAll(app, session);
  expect(meanOf(app, EXACT)).toBe(0);
  const first = runOf(app).record.id;
  session.setup.setValue('responsePath', '');
  session.setup.setValue('callsPath', '');
  session.setup.setValue('url', `${agent.url}/chat`);
  session.setup.setSecret(HEADER, SECRET);
  await runAll(app, session);
  return { app, session, first, second: runOf(app).record.id };
}

const saysOf = (session: AgentSession, app: AppState, row: number) =>
  session.answers.exchangeOfRow(runOf(app), row).then((said) => said?.legs[0]?.text);

it('offers to compare two agents of the same prompts', async () => {
  const { app, session, first, second } = await runTwoAgents();
  expect(meanOf(app, EXACT)).toBe(1);
  expect(session.answers.rival?.id).toBe(first);
  const toast = app.notices.toasts.find(({ action }) => action?.label === 'Compare both');
  expect(toast).toBeDefined();
  toast?.action?.run();
  expect(location.hash).toContain(`compare?a=${first}&b=${second}`);
});

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
  expect(await saysOf(session, elsewhere, 2)).toContain('"content":"Done."');
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
  expect(await saysOf(session, elsewhere, 2)).toContain('"content":"Done."');
  expect(await readRaw('exchanges')).toEqual([]);
  await elsewhere.workspace.keep();
  const read = await readRaw('exchanges');
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);
});
