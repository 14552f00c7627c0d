import { drawerOf, openDrawer, results, rowsOf, run } from './agent-drawer.ts';
import { startAgent } from './agent-server.ts';
import { startJudge } from './judge-server.ts';
import { expect, test, textFile } from './playground.ts';

test(
  'a function stands for the agent without network, and one from elsewhere once it was read',
  { tag: '@long' },
  async ({ app, page }) => {
    const agent = await startAgent();
    const drawer = drawerOf(page);
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
    await drawer.getByLabel('Connection').selectOption('function');
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
    expect(reasons[2]).toContain('Stopped: no result');
    expect(reasons[3]).toContain('is not a list of calls');
    expect(reasons[4]).toContain('TypeError');
    expect(agent.paths).toEqual([]);
    agent.stop();
  },
);

test('answers are judged at once, and two agents are compared', async ({ app, page }) => {
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
  await expect(judgeDrawer).toBeVisible();
  await judgeDrawer.getByRole('button', { name: 'Judge 4 rows' }).click();
  await expect(judgeDrawer.getByText('4 of 4 rows judged')).toBeVisible();
  await page.keyboard.press('Escape');

  const code = (response: string, calls: string): string =>
    `row => ({ response: '${response}', predicted_trajectory: ${calls} })`;
  const drawer = drawerOf(page);
  const runAgent = async (text: string): Promise<void> => {
    await openDrawer(page);
    await drawer.getByLabel('Connection').selectOption('function');
    await drawer.getByRole('textbox', { name: 'Function' }).fill(text);
    await drawer.getByRole('checkbox', { name: /replaces/ }).check();
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

  await page.getByRole('button', { name: 'Compare both' }).last().click();
  await expect(page).toHaveURL(/compare\?a=.+&b=.+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'B follows the reference in order on 4 more rows',
  );
});
