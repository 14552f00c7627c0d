import { readFileSync } from 'node:fs';
import {
  CANARY,
  drawerOf,
  setSecret,
  setUp,
  openDrawer,
  results,
  rowsOf,
  run,
  setField,
  type Result,
} from './agent-drawer.ts';
import { AGENT_FAULTS, startAgent, type AgentServer } from './agent-server.ts';
import { expect, test, textFile } from './playground.ts';
import { dumpStorage, storedCount } from './stored.ts';
import { startA2a } from '../support/a2a-server.ts';
import { startFrameworks, type ScriptedCall } from '../support/framework-server.ts';

/** The samples that are scenarios, with their rows. */
const SCENARIOS = [
  [/On-device/, 18],
  [/Customer support/, 16],
  [/Content creation/, 14],
] as const;

/** The expected calls of every scenario’s prompt. */
const scripted = new Map(
  ['on-device-home-assistant', 'customer-support', 'content-creation'].flatMap((name) =>
    readFileSync(new URL(`../../src/samples/${name}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Result)
      .map(
        (row) =>
          [row['prompt'], (row['reference_trajectory'] ?? []) as readonly ScriptedCall[]] as const,
      ),
  ),
);

let agent: AgentServer;
test.beforeEach(async () => {
  agent = await startAgent();
});
test.afterEach(() => agent.stop());

test('an agent is tried, its answer’s places are picked, and its rows are scored as a run', async ({
  app,
  page,
}) => {
  await setUp(app, agent, ['one', 'two', 'three', 'four', 'five', 'six', 'seven'], '/plain');
  const drawer = drawerOf(page);
  await run(page, /^Try 5/);
  await expect(drawer.locator('.foot').getByRole('status')).toContainText('5 failed');
  await expect(drawer.getByRole('button', { name: /^1 one/ })).toHaveText(/failed: \S/);
  await drawer.getByRole('button', { name: /^1 one/ }).click();
  await drawer.getByText('Pick where the response').click();
  await drawer.getByRole('button', { name: 'The response is at a.said' }).click();
  await drawer.getByRole('button', { name: 'Tool calls are at other' }).click();
  await run(page, /^Try 5/);
  await expect(drawer.getByText('set_device · ').first()).toBeVisible();
  await expect(drawer.locator('.foot').getByRole('status')).toContainText(
    '0 made now, 5 answered before',
  );
  expect(agent.prompts).toHaveLength(5);

  await run(page, /^Run 7 rows/);
  await expect(drawer).toBeHidden();
  await app.expectRows(7);
  await app.expectMeans({ 'Exact match': '1.00', Failure: '0.00' });
  expect(agent.prompts).toHaveLength(7);
  const rows = await results(app);
  expect(rows.map((row) => row['response'])).toEqual(Array(7).fill('Done.'));
  expect(rows.every((row) => Number(row['latency_in_seconds']) >= 0)).toBe(true);

  await app.row('a-6').click();
  await app.panel.getByRole('button', { name: 'Open' }).click();
  await app.drawer.getByText('What was said to the agent').click();
  await expect(app.drawer.getByText('{"input": "seven"}')).toBeVisible();
});

test('an agent that misbehaves gives failed rows, never a score, and never sees its key again', async ({
  app,
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_|CORS|Access to fetch/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const prompts = ['right', ...AGENT_FAULTS.map((name) => `fault:${name}`), 'well in the end'];
  await setUp(app, agent, prompts);
  await setField(page, 'Seconds for a call', '3');
  await setField(page, 'Calls at a time', '8');
  await run(page, /^Run 19 rows/);
  await expect(drawerOf(page)).toBeHidden({ timeout: 20_000 });
  await app.expectRows(prompts.length);

  const rows = await results(app);
  const failed = rows.filter((row) => row['failure'] === 1);
  expect(failed).toHaveLength(AGENT_FAULTS.length);
  for (const row of failed) {
    expect(row['failure_reason'], String(row['prompt'])).toMatch(/\w+/);
    expect(row['trajectory_exact_match/score'], String(row['prompt'])).toBeNull();
    expect(row['latency_in_seconds']).toBeNull();
  }
  const reasonOf = (name: string): unknown =>
    rows[1 + AGENT_FAULTS.indexOf(name)]?.['failure_reason'];
  expect(reasonOf('redirect')).toContain('another address');
  expect(reasonOf('redirect-away')).toContain('another address');
  expect(reasonOf('huge-answer')).toContain('too large');
  expect(reasonOf('endless-stream')).toContain('in time');
  expect(reasonOf('broken-event')).toContain('broke off');
  expect(reasonOf('dropped')).toContain('broke off');
  expect(reasonOf('no-cors')).toContain('CORS');
  expect(reasonOf('arguments-text')).toContain('not JSON');
  expect(reasonOf('no-calls')).toContain('No tool calls');
  expect(rows.at(-1)?.['trajectory_exact_match/score']).toBe(1);
  expect(agent.paths.filter((path) => path === '/elsewhere')).toEqual([]);
  expect(agent.strayed).toEqual([]);
  expect(agent.keys.filter((key) => key === CANARY)).toHaveLength(prompts.length);

  const places: Record<string, string> = {
    console: said.join('\n'),
    addresses: agent.paths.join('\n'),
    results: JSON.stringify(rows),
    page: await page.content(),
    storage: await dumpStorage(page),
  };
  const found = Object.entries(places).filter(([, text]) => text.includes(CANARY));
  expect(found.map(([place]) => place)).toEqual([]);
  console.log(
    `faults survived ${String(failed.length)} of ${String(AGENT_FAULTS.length)}, scores invented 0, requests to other hosts ${String(agent.strayed.length)}; ` +
      `secrets found 0 times in ${String(Object.keys(places).length)} places`,
  );
});

test('a run goes on after a pause and a reload without calling a finished row again', async ({
  app,
  page,
}) => {
  const prompts = Array.from({ length: 40 }, (_, index) => `row ${String(index)}`);
  await setUp(app, agent, prompts);
  agent.mostAnswers = 12;
  const drawer = drawerOf(page);
  await run(page, /^Run 40 rows/);
  await expect.poll(() => agent.prompts.length).toBe(16);
  await run(page, /^Pause/);
  agent.mostAnswers = 28;
  await page.waitForTimeout(500);
  expect(agent.prompts).toHaveLength(16);
  await run(page, /^Go on/);
  await expect.poll(() => agent.prompts.length).toBe(32);
  await page.reload();
  await app.expectRows(40);
  agent.mostAnswers = Infinity;
  const before = agent.prompts.length;
  await openDrawer(page);
  await setSecret(page);
  await expect(drawer.getByText(/calls were answered before/)).toBeVisible();
  const stored = await storedCount(page, 'exchanges');
  await run(page, /^Run 40 rows/);
  await expect(drawer).toBeHidden();
  await app.expectMeans({ 'Exact match': '1.00' });
  expect(agent.prompts.length - before).toBe(40 - stored);
  const repeated = agent.prompts.length - new Set(agent.prompts).size;
  expect(repeated).toBeLessThanOrEqual(4);
  console.log(
    `finished rows called once each: ${String(stored)} of ${String(stored)} after a pause and a reload; ` +
      `under way at the reload and called again ${String(repeated)}; rows scored 40 of 40`,
  );
});

test('several calls per row are trials, and five failures of one cause ask', async ({
  app,
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await setUp(
    app,
    agent,
    Array.from({ length: 12 }, () => 'fault:status-500'),
  );
  await setField(page, 'Calls at a time', '1');
  await run(page, /^Run 12 rows/);
  await expect(drawerOf(page).getByRole('alert')).toContainText('five calls in a row failed');
  const asked = agent.prompts.length;
  expect(asked).toBeLessThanOrEqual(6);
  await run(page, /^Stop/);
  await run(page, /^Close/);
  await app.openFile(textFile('two.jsonl', rowsOf(['one', 'two'])));
  await app.expectRows(2);
  await app.expectSaved();
  await openDrawer(page);
  await setField(page, 'Calls per row', '3');
  await run(page, /^Run 2 rows/);
  await app.expectRows(6);
  await page.getByRole('tab', { name: 'Summary' }).click();
  await expect(page.getByText(/pass@/).first()).toBeVisible();
});

test('an A2A agent behind the official server is streamed, and polled in the older version', async ({
  app,
  page,
}) => {
  const a2a = await startA2a((about) => [{ tool_name: 'set_device', tool_input: { about } }]);
  const drawer = drawerOf(page);
  await app.openFile(textFile('asked.jsonl', rowsOf(['one', 'two', 'break'])));
  await app.expectRows(3);
  await app.expectSaved();
  await openDrawer(page);
  await drawer.getByLabel('Way to call it').selectOption('a2a');
  await drawer.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  await app.expectRows(3);
  for (const [path, method] of [
    ['/v1', 'Stream'],
    ['/v0', 'Send, then poll the task'],
  ] as const) {
    await openDrawer(page);
    await setField(page, 'Address', a2a.url + path);
    await drawer.getByLabel('Method').selectOption(method);
    if (path === '/v0') await drawer.getByRole('checkbox', { name: /in place of/ }).check();
    await run(page, /^Run 3 rows/);
    await expect(drawer).toBeHidden();
    await app.expectMeans({ 'Exact match': '1.00', Failure: '0.33' });
    const rows = await results(app);
    expect(rows.map((row) => row['predicted_trajectory'])).toMatchObject([
      [{ tool_name: 'set_device', tool_input: { about: 'one' } }],
      [{ tool_name: 'set_device', tool_input: { about: 'two' } }],
      null,
    ]);
    expect(rows.map((row) => row['response'])).toEqual(['Done: one', 'Done: two', null]);
    expect(rows[2]?.['failure_reason']).toContain('it broke');
  }
  const versions = a2a.asked.map(({ method, version }) => `${method} ${version ?? 'older'}`);
  expect(new Set(versions)).toEqual(
    new Set(['SendStreamingMessage 1.0', 'message/send older', 'tasks/get older']),
  );
  a2a.stop();
});

test('a model with tools goes through the three scenarios, and its recording through one again', async ({
  app,
  page,
}) => {
  const model = await startFrameworks((prompt) => scripted.get(prompt) ?? []);
  await openDrawer(page);
  const drawer = drawerOf(page);
  await drawer.getByLabel('Way to call it').selectOption('model');
  await drawer.getByLabel('Provider').selectOption('openai');
  await setField(page, 'Address', `${model.url}/v1`);
  await drawer.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  for (const [title, rows] of SCENARIOS) {
    await app.choose('Samples', title);
    await app.expectRows(rows);
    await app.expectSaved();
    await openDrawer(page);
    await setField(page, 'Key', CANARY);
    await drawer.getByRole('button', { name: 'Propose tools' }).click();
    await expect(drawer.getByLabel('Tools', { exact: true })).toHaveValue(/"parameters"/);
    await drawer.getByRole('checkbox', { name: /in place of/ }).check();
    await run(page, new RegExp(`^Run ${String(rows)} rows`));
    await expect(drawer).toBeHidden();
    await app.expectRows(rows);
    await app.expectMeans({ 'Exact match': '1.00', Failure: '0.00' });
  }
  const asked = model.requests.length;
  await openDrawer(page);
  const waiting = page.waitForEvent('download');
  await run(page, /^Download the open run/);
  const path = await (await waiting).path();
  expect(readFileSync(path, 'utf8')).not.toContain(CANARY);
  model.stop();
  await run(page, /^Close/);

  await page.getByRole('button', { name: /^Network on/ }).click();
  await page.getByRole('button', { name: 'Turn the network off' }).click();
  await page.keyboard.press('Escape');
  const [title, rows] = SCENARIOS.at(-1)!;
  await app.choose('Samples', title);
  await app.expectRows(rows);
  await openDrawer(page);
  await drawer.getByLabel('Open a recording', { exact: true }).setInputFiles(path);
  await expect(drawer.getByText(`A recording of ${String(rows)} answers`)).toBeVisible();
  await drawer.getByRole('checkbox', { name: /in place of/ }).check();
  await run(page, new RegExp(`^Run ${String(rows)} rows`));
  await expect(drawer).toBeHidden();
  await app.expectMeans({ 'Exact match': '1.00', Failure: '0.00' });
  expect(model.requests).toHaveLength(asked);
  console.log(
    `scenarios run from prompt to score 3 of 3 with ${String(asked)} requests; replayed with 0`,
  );
});
