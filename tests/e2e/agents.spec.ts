import {
  CANARY,
  drawerOf,
  openDrawer,
  results,
  rowsOf,
  run,
  setField,
  setUp,
} from './agent-drawer.ts';
import { startAgent } from './agent-server.ts';
import { expect, test, textFile } from './playground.ts';
import { dumpStorage } from './stored.ts';
import { startA2a } from '../support/a2a-server.ts';

/** What only a browser refuses; other faults are in agent-session.svelte.test.ts. */
const REFUSED = ['redirect', 'redirect-away', 'no-cors'];

test('an agent over HTTP is tried, its answer’s places are named, its rows are scored, and its key is nowhere', async ({
  app,
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_|CORS|Access to fetch/);
  const agent = await startAgent();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const prompts = [
    ...['one', 'two', 'three', 'four', 'five', 'six', 'seven'],
    ...REFUSED.map((name) => `fault:${name}`),
  ];
  await setUp(app, agent, prompts, '/plain');
  const drawer = drawerOf(page);
  const status = drawer.locator('.foot').getByRole('status');
  await run(page, /^Try 5/);
  await expect(status).toHaveText('5 of 5 calls answered: 5 new.');
  await drawer.getByRole('button', { name: /^1 one/ }).click();
  await drawer.getByText('How the answer is read').click();
  await setField(page, 'Path to the response', 'a.said');
  await setField(page, 'Path to the tool calls', 'other');
  await run(page, /^Try 5/);
  await expect(drawer.getByText('set_device · ').first()).toBeVisible();
  await expect(status).toContainText('0 new, 5 answered before');
  expect(agent.prompts).toHaveLength(5);

  await setField(page, 'Concurrent calls', '8');
  agent.mostAnswers = 5;
  await run(page, /^Run 10 rows/);
  await expect.poll(() => agent.prompts.length).toBe(10);
  await run(page, /^Pause/);
  await run(page, /^Resume/);
  await expect(drawer.getByRole('button', { name: 'Pause' })).toBeVisible();
  agent.mostAnswers = Infinity;
  await expect(drawer).toBeHidden();
  await app.expectRows(10);
  await app.expectMeans({ 'Exact match': '1.00', Failure: '0.30' });
  const rows = await results(app);
  expect(rows.slice(0, 7).map((row) => row['response'])).toEqual(Array(7).fill('Done.'));
  expect(rows.slice(7).map((row) => row['trajectory_exact_match/score'])).toEqual([
    ...[null, null, null],
  ]);
  const reasons = rows.slice(7).map((row) => String(row['failure_reason']));
  expect(reasons[0]).toContain('another address');
  expect(reasons[1]).toContain('another address');
  expect(reasons[2]).toContain('CORS');
  expect(agent.paths).not.toContain('/elsewhere');
  expect(agent.strayed).toEqual([]);
  // one that was not answered is looked for once more, without the key
  expect(agent.keys).toEqual([...Array<string>(10).fill(CANARY), '']);

  await app.row('a-6').click();
  await app.panel.getByRole('button', { name: 'Open full' }).click();
  await app.drawer.locator('summary').first().click();
  await app.drawer.getByText('Request to the agent and its answer').click();
  await expect(app.drawer.getByText('{"input": "seven"}')).toBeVisible();

  const places: Record<string, string> = {
    console: said.join('\n'),
    addresses: [...agent.paths, page.url()].join('\n'),
    results: JSON.stringify(rows),
    page: await page.content(),
    storage: await dumpStorage(page),
  };
  const found = Object.entries(places).filter(([, text]) => text.includes(CANARY));
  expect(found.map(([place]) => place)).toEqual([]);
  agent.stop();
});

test('an A2A agent behind the official server is run from the drawer', async ({ app, page }) => {
  const a2a = await startA2a((about: string) => [
    { tool_name: 'set_device', tool_input: { about } },
  ]);
  const drawer = drawerOf(page);
  await app.openFile(textFile('asked.jsonl', rowsOf(['one', 'two', 'break'])));
  await app.expectRows(3);
  await app.expectSaved();
  await openDrawer(page);
  await drawer.getByLabel('Connection').selectOption('a2a');
  await setField(page, 'Address', `${a2a.url}/v1`);
  await expect(drawer.getByRole('button', { name: /^Run 3 rows/ })).toBeDisabled();
  await drawer.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  await app.expectRows(3);
  await expect(drawer).toBeVisible();
  await setField(page, 'Calls per row', '2');
  await run(page, /^Run 3 rows/);
  await app.expectRows(6);
  await expect(drawer).toBeHidden();
  await app.expectMeans({ 'Exact match': '1.00', Failure: '0.33' });
  const rows = await results(app);
  expect(rows[4]?.['failure_reason']).toContain('it broke');
  // calls per row are trials
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await expect(page.getByText(/pass@/).first()).toBeVisible();
  a2a.stop();
});
