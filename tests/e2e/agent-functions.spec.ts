import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { drawerOf, openDrawer, results, rowsOf, run, setField } from './agent-drawer.ts';
import { startAgent } from './agent-server.ts';
import { startJudge } from './judge-server.ts';
import { expect, Playground, test, textFile } from './playground.ts';
import { emptyStores, storedRecords } from './stored.ts';
import { startFrameworks } from '../support/framework-server.ts';

test('a function stands for the agent without network, and one from elsewhere once it was read', async ({
  app,
  page,
}) => {
  const agent = await startAgent();
  await app.expectSaved();
  await openDrawer(page);
  const drawer = drawerOf(page);
  await drawer.getByLabel('Way to call it').selectOption('function');
  await drawer.getByRole('checkbox', { name: /in place of/ }).check();
  await run(page, /^Run 18 rows/);
  await expect(drawer).toBeHidden();
  // one row has no reference to replay
  await app.expectMeans({ Failure: '0.06' });
  const replayed = await results(app);
  const right = replayed.filter((row) => row['trajectory_exact_match/score'] === 1).length;
  expect(right).toBeGreaterThan(9);
  expect(right).toBeLessThan(18);

  const code = `function agent(row) {
    if (row.prompt === 'throws') throw new Error('no luck');
    if (row.prompt === 'hangs') for (;;);
    if (row.prompt === 'shapeless') return { predicted_trajectory: 'x' };
    if (row.prompt === 'calls out') return fetch('${agent.url}/leak').then(() => ({ predicted_trajectory: [] }));
    return { response: 'Done.', predicted_trajectory: row.reference_trajectory };
  }`;
  const prompts = ['right', 'throws', 'hangs', 'shapeless', 'calls out', 'right again'];
  await app.openFile(textFile('asked.jsonl', rowsOf(prompts)));
  await app.expectRows(6);
  await app.expectSaved();
  await openDrawer(page);
  await drawer.getByRole('textbox', { name: 'Function' }).fill(code);
  await run(page, /^Run 6 rows/);
  await expect(drawer).toBeHidden({ timeout: 20_000 });
  await app.expectRows(6);
  const rows = await results(app);
  expect(rows.map((row) => row['trajectory_exact_match/score'])).toEqual([
    ...[1, null, null, null, null, 1],
  ]);
  const reasons = rows.map((row) => String(row['failure_reason']));
  expect(reasons[1]).toContain('Line 2: Error: no luck');
  expect(reasons[2]).toContain('was stopped');
  expect(reasons[3]).toContain('is no list of calls');
  expect(reasons[4]).toContain('TypeError');
  expect(agent.paths).toEqual([]);
  agent.stop();

  // a function that arrives in a file waits until it was read
  const foreign = {
    ...{ format: 'trajectory-playground agent recording', version: 1, exchanges: [] },
    agent: { way: 'function', headers: [], values: { code: 'row => ({ never: 1 })' } },
  };
  await openDrawer(page);
  await drawer
    .getByLabel('Open a recording', { exact: true })
    .setInputFiles(textFile('recording.json', JSON.stringify(foreign)));
  await drawer.getByRole('button', { name: 'Close it' }).click();
  await expect(drawer.getByText('read it first')).toBeVisible();
  await expect(drawer.getByRole('button', { name: /^Try/ })).toBeDisabled();
  await drawer.getByRole('button', { name: 'I have read it' }).click();
  await expect(drawer.getByRole('button', { name: /^Try/ })).toBeEnabled();
  console.log(
    `function: ${String(right)} of 18 rows replayed without a mistake; 4 of 4 bad rows failed with a reason; requests 0`,
  );
});

test('a model’s tools get what a function gives, and the list of results goes first', async ({
  app,
  page,
}) => {
  const CALLS = {
    'turn on': { tool_name: 'switch_lamp', tool_input: { lamp: 3 } },
    'look up': { tool_name: 'find_lamp', tool_input: { room: 'porch' } },
    'ask nobody': { tool_name: 'unknown', tool_input: {} },
    'break it': { tool_name: 'break', tool_input: {} },
    'call out': { tool_name: 'fetch', tool_input: {} },
  };
  const prompts = Object.keys(CALLS) as (keyof typeof CALLS)[];
  const model = await startFrameworks((prompt) => [CALLS[prompt as keyof typeof CALLS]]);
  const rows = prompts.map((prompt) => ({ prompt, reference_trajectory: [CALLS[prompt]] }));
  await app.openFile(textFile('f.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')));
  await app.expectRows(5);
  await app.expectSaved();
  await openDrawer(page);
  const drawer = drawerOf(page);
  await drawer.getByLabel('Way to call it').selectOption('model');
  await drawer.getByLabel('Provider').selectOption('openai');
  await setField(page, 'Address', `${model.url}/v1`);
  await setField(page, 'Canned results', '[{"tool": "find_lamp", "result": {"lamp": 7}}]');
  await drawer.getByRole('textbox', { name: 'Results by a function' }).fill(`
    function result(tool, input, row) {
      if (tool === 'break') throw new Error('out of order');
      if (tool === 'fetch') return fetch('${model.url}/leak').then(() => 'out');
      if (tool === 'unknown') return undefined;
      return { set: input.lamp, asked: row.prompt };
    }`);
  await drawer.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  await app.expectRows(5);
  await openDrawer(page);
  await run(page, /^Run 5 rows/);
  await expect(drawer).toBeHidden();
  await app.expectMeans({ 'Exact match': '1.00', Failure: '0.40' });
  const made = await results(app);
  expect(made.map((row) => row['predicted_trajectory'])).toEqual([
    [{ ...CALLS['turn on'], tool_output: { set: 3, asked: 'turn on' } }],
    [{ ...CALLS['look up'], tool_output: { lamp: 7 } }],
    [{ ...CALLS['ask nobody'], tool_output: { status: 'ok' } }],
    ...[null, null],
  ]);
  expect(made[3]?.['failure_reason']).toContain('Line 3: Error: out of order');
  expect(made[4]?.['failure_reason']).toContain('TypeError');
  // the model was told so, and nothing else left the page
  const told = model.requests.flatMap(({ body }) =>
    (body['messages'] as readonly { role: string; content: string }[])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.parse(content) as unknown),
  );
  expect(told).toHaveLength(3);
  expect(told).toContainEqual({ set: 3, asked: 'turn on' });
  expect(model.requests.map(({ path }) => path)).toEqual(Array(8).fill('/v1/chat/completions'));
  model.stop();
});

test('answers are judged at once, two agents are compared, and files hold what was said', async ({
  app,
  page,
  context,
}, testInfo) => {
  const judge = await startJudge();
  const prompts = ['right', 'wrong', 'right too', 'wrong too'];
  const rows = prompts.map((prompt, index) => ({
    ...{ id: `c-${String(index)}`, prompt, response: 'Old.', predicted_trajectory: [] },
    reference_trajectory: [{ tool_name: 'act', tool_input: {} }],
  }));
  await app.openFile(textFile('c.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')));
  await app.expectRows(4);
  await app.expectSaved();
  const judgeDrawer = page.getByRole('dialog', { name: 'Judge', exact: true });
  const openJudge = () => page.getByRole('button', { name: 'Judge', exact: true }).click();
  await openJudge();
  await judgeDrawer.getByLabel('Provider').selectOption('openai');
  await judgeDrawer.getByLabel('Address').fill(judge.url);
  await judgeDrawer.getByLabel('Template', { exact: true }).selectOption('goal_success');
  await judgeDrawer.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  await app.expectRows(4);
  await openJudge();
  await judgeDrawer.getByRole('button', { name: 'Judge 4 rows' }).click();
  await expect(judgeDrawer.getByText('4 of 4 rows judged')).toBeVisible();
  await page.keyboard.press('Escape');

  const code = (response: string, calls: string): string =>
    `row => ({ response: '${response}', predicted_trajectory: ${calls} })`;
  const drawer = drawerOf(page);
  const runAgent = async (text: string): Promise<void> => {
    await openDrawer(page);
    await drawer.getByLabel('Way to call it').selectOption('function');
    await drawer.getByRole('textbox', { name: 'Function' }).fill(text);
    await drawer.getByRole('checkbox', { name: /in place of/ }).check();
    await drawer.getByRole('checkbox', { name: 'Then judge the answers by Goal success' }).check();
    await expect(drawer.getByText('4 calls, price unknown. At most 2,000 calls')).toBeVisible();
    await run(page, /^Run 4 rows/);
    await expect(drawer).toBeHidden();
  };
  await runAgent(code('First.', '[{ tool_name: "other", tool_input: {} }]'));
  await app.expectMeans({ 'Exact match': '0.00', 'Goal success': '0.50' });
  expect(judge.questions).toHaveLength(8);
  await runAgent(code('Second.', 'row.reference_trajectory'));
  await app.expectMeans({ 'Exact match': '1.00', 'Goal success': '0.50' });
  expect(judge.questions).toHaveLength(12);
  expect(new Set(judge.questions).size).toBe(12);
  judge.stop();

  const download = async (item: RegExp, name: string): Promise<string> => {
    const waiting = page.waitForEvent('download');
    await app.choose('Download', item);
    const path = testInfo.outputPath(name);
    await (await waiting).saveAs(path);
    return path;
  };
  const file = await download(/^Run file/, 'second.run.gz');
  const report = await download(/^HTML report/, 'second.html');
  const said = await storedRecords(page, 'exchanges');
  await page.getByRole('button', { name: 'Compare both' }).last().click();
  await expect(page).toHaveURL(/compare\?a=.+&b=.+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'B follows the reference in order on 4 more rows',
  );

  // as on another device, where nothing of it is stored
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  await emptyStores(page, ['exchanges', 'agentRuns']);
  await app.openFile({
    ...{ name: 'second.run.gz', mimeType: 'application/gzip', buffer: readFileSync(file) },
  });
  await app.expectRows(4);
  const expectSaid = async (shown: Playground): Promise<void> => {
    await shown.row('c-2').click();
    await shown.panel.getByRole('button', { name: 'Open' }).click();
    await shown.drawer.getByText('What was said to the agent').click();
    await expect(shown.drawer.getByText('"response":"Second."')).toBeVisible();
  };
  await expectSaid(app);
  const read = await storedRecords(page, 'exchanges');
  expect(said).toHaveLength(8);
  expect(read).toHaveLength(4);
  for (const exchange of read) expect(said).toContainEqual(exchange);

  // a report keeps to itself what it holds, until it is told to
  const opened = new Playground(await context.newPage());
  await opened.page.goto(pathToFileURL(report).href);
  await opened.expectRows(4);
  await expectSaid(opened);
  expect(await storedRecords(opened.page, 'exchanges')).toEqual([]);
  await opened.page.keyboard.press('Escape');
  await opened.page.getByRole('button', { name: 'Keep a copy' }).click();
  await opened.expectSaved();
  await expect.poll(() => storedRecords(opened.page, 'exchanges')).toEqual(read);
  console.log(
    `judged after each run with 4 of 4 calls, 0 repeated; exchanges in the run file and the report read back equal ${String(read.length)} of 4`,
  );
});
