import { readFileSync } from 'node:fs';
import {
  CANARY,
  COLUMN,
  drawerOf,
  judgeAll,
  openDrawer,
  results,
  rowsOf,
  setField,
  setLimits,
  setUp,
} from './judge-drawer.ts';
import { startListener } from './listener.ts';
import { startJudge, type JudgeServer } from './judge-server.ts';
import { expect, test, textFile } from './playground.ts';
import { dumpStorage, emptyStores, storedCount } from './stored.ts';

let judge: JudgeServer;
test.beforeEach(async () => {
  judge = await startJudge();
});
test.afterEach(() => judge.stop());

test('a judge scores rows over the network alone, is paused, goes on after a reload, and its key is nowhere', async ({
  app,
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const prompts = [
    ...['right', 'wrong', 'fault:unauthorised'],
    ...Array.from({ length: 37 }, (_, index) => `right ${String(index)}`),
  ];
  await setUp(app, judge, prompts);
  const drawer = drawerOf(page);
  await setLimits(page, { 'Maximum calls': '1000', 'Concurrent calls': '4' });

  const before = judge.questions.length;
  judge.mostAnswers = before + 12;
  await drawer.getByRole('button', { name: 'Judge 40 rows' }).click();
  await expect.poll(() => judge.questions.length - before).toBe(16);
  await drawer.getByRole('button', { name: 'Pause' }).click();
  await drawer.getByRole('button', { name: 'Resume' }).click();
  await expect(drawer.getByRole('button', { name: 'Pause' })).toBeVisible();
  // a key that was refused is no answer to be stored
  await expect.poll(() => storedCount(page, 'verdicts')).toBe(11);
  await page.reload();
  await app.expectRows(40);
  judge.mostAnswers = Infinity;
  const resumed = judge.questions.length;
  await openDrawer(page);
  await drawer.getByLabel('Key, if needed').fill(CANARY);
  expect(await judgeAll(page, 40)).toBe(
    '40 of 40 rows judged with 29 calls, 11 from stored verdicts, 1 error.',
  );
  expect(judge.questions.length - resumed).toBe(29);
  // each would cost a call as much time as the call itself
  expect(judge.preflights).toBeLessThan(10);

  const rows = await results(app);
  const right = prompts.slice(3).map(() => 1);
  expect(rows.map((row) => row[`${COLUMN}/score`])).toEqual([1, 0, null, ...right]);
  expect(rows[0]?.[`${COLUMN}/explanation`]).toBe('It scores 1.');
  expect(rows[2]?.[`${COLUMN}/explanation`]).toContain('[key removed]');
  await expect(app.tile('Goal success \\(gpt-4.1-mini\\)')).toHaveAccessibleName(
    /39 scored, 0 left out, 1 error/,
  );

  // the other providers, one of them by Google’s own library
  await openDrawer(page);
  for (const provider of ['gemini', 'anthropic'] as const) {
    await drawer.getByLabel('Provider').selectOption(provider);
    await setField(page, 'Address', judge.url);
    await drawer.getByLabel('Key', { exact: true }).fill(CANARY);
    await drawer.getByRole('button', { name: 'Try 5 rows' }).click();
    const status = drawer.locator('.foot').getByRole('status');
    await expect(status).toHaveText('5 of 5 rows judged with 5 calls, 1 error.');
  }
  const places: Record<string, string> = {
    console: said.join('\n'),
    addresses: [...asked, ...judge.paths].join('\n'),
    results: JSON.stringify(rows),
    page: await page.content(),
    storage: await dumpStorage(page),
  };
  expect(places['addresses']).toContain(':generateContent');
  expect(places['addresses']).toContain('/v1/messages');
  const found = Object.entries(places).filter(([, text]) => text.includes('canary'));
  expect(found.map(([place]) => place)).toEqual([]);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Network on/ }).click();
  await page.getByRole('button', { name: 'Turn the network off' }).click();
  await page.keyboard.press('Escape');
  allowConsole(/Content Security Policy|Refused to|Fetch API cannot load/);
  const url = judge.url;
  expect(await page.evaluate((to) => fetch(to).catch(() => 'refused'), url)).toBe('refused');
  await openDrawer(page);
  await expect(drawer.getByRole('button', { name: 'Judge 40 rows' })).toBeDisabled();
  await expect(drawer.getByRole('button', { name: 'Turn the network on' })).toBeVisible();
});

test('no provider is followed to another host', async ({ app, page, allowConsole }) => {
  allowConsole(/Failed to load resource|redirect/);
  const stranger = await startListener();
  judge.elsewhere = stranger.url.slice(0, -1);
  await setUp(app, judge, ['fault:sent-on']);
  const drawer = drawerOf(page);
  for (const provider of ['openai', 'gemini', 'anthropic'] as const) {
    await drawer.getByLabel('Provider').selectOption(provider);
    await setField(page, 'Address', judge.url);
    await drawer.getByLabel(/^Key(?!ep)/).fill(CANARY);
    const before = judge.questions.length;
    await drawer.getByRole('button', { name: 'Judge 1 row' }).click();
    await expect.poll(() => judge.questions.length - before).toBeGreaterThan(0);
    await drawer.getByRole('button', { name: 'Cancel' }).click();
  }
  expect(stranger.hits).toEqual([]);
  stranger.stop();
});

test('two runs are compared side by side from where they are compared', async ({ app, page }) => {
  const run = (responses: readonly string[]): string =>
    responses
      .map((response, index) => ({
        id: `p-${String(index)}`,
        prompt: `Row ${String(index)}`,
        response,
      }))
      .map((row) => JSON.stringify(row))
      .join('\n');
  await setUp(app, judge, ['right']);
  const one = drawerOf(page).getByRole('button', { name: 'Judge 1 row', exact: true });
  await expect(one).toBeVisible();
  await page.keyboard.press('Escape');
  await app.openFile(textFile('old.jsonl', run(['plain', 'good', 'plain', 'biased', 'plain'])));
  await app.expectRows(5);
  await app.expectSaved();
  await app.openFile(textFile('new.jsonl', run(['good', 'plain', 'plain too', 'biased too', ''])));
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue('new');
  await app.expectRows(5);
  await app.expectSaved();
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await page.getByRole('button', { name: 'Judge A vs B' }).click();
  const drawer = drawerOf(page);
  await expect(drawer.getByLabel('Baseline', { exact: true })).toHaveValue(/^run /);
  await drawer
    .getByLabel('Template', { exact: true })
    .selectOption('pairwise_instruction_following');
  await drawer.getByLabel('Key, if needed').fill(CANARY);
  expect(await judgeAll(page, 5)).toBe('5 of 5 rows judged with 8 calls.');
  await page.keyboard.press('Escape');
  const said = page.getByRole('region', { name: 'Judged in pairs' });
  await expect(said).toContainText('B wins 25 % · ties 50 % · A wins 25 %');
  await expect(said).toContainText('orders disagree in 25 %, 1 row not asked about');
});

test('prompts go out by the clipboard and verdicts come in by hand, and are scored again from a file @main', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.openFile(textFile('judged.jsonl', rowsOf(['right', 'wrong', 'right too'])));
  await app.expectRows(3);
  await app.justLook();
  await openDrawer(page);
  const drawer = drawerOf(page);
  await drawer.getByLabel('Provider').selectOption('by-hand');
  await drawer.getByLabel('Template', { exact: true }).selectOption('goal_success');
  const saved = async (name: string): Promise<string> => {
    const waiting = page.waitForEvent('download');
    await drawer.getByRole('button', { name }).click();
    return readFileSync(await (await waiting).path(), 'utf8');
  };
  const prompts = (await saved('Download all prompts'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly key: string; readonly user: string });
  await drawer.getByRole('button', { name: /^Copy the next/ }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('There are 3 tasks below.');
  const text = await copied();
  for (const { key, user } of prompts) expect(text).toContain(`===== key ${key} =====\n${user}`);
  const lines = prompts
    .map(({ key, user }) => ({ key, explanation: 'Seen.', score: user.includes('wrong') ? 0 : 1 }))
    .map((verdict) => JSON.stringify(verdict));
  await setField(page, 'Verdicts', [...lines, '{"key":"00000000","score":1}'].join('\n'));
  await drawer.getByRole('button', { name: 'Import', exact: true }).click();
  const status = drawer.getByRole('status').filter({ hasText: 'verdicts imported' });
  await expect(status).toContainText('3 verdicts imported, 1 line skipped.');
  await expect(
    drawer.getByText('Line 4 cannot be used: no open prompt has its key, “00000000”.'),
  ).toBeVisible();
  const answers = await saved('Download answers');
  expect((await results(app)).map((row) => row['goal_success(chat window)/score'])).toEqual([
    1, 0, 1,
  ]);

  // another browser: nothing is stored, another template is chosen
  await emptyStores(page, ['verdicts']);
  await openDrawer(page);
  await drawer.getByLabel('Provider').selectOption('openai');
  await drawer.getByLabel('Template', { exact: true }).selectOption('tool_selection');
  await drawer
    .getByLabel('Open a file of verdicts')
    .setInputFiles({ name: 'v.jsonl', mimeType: 'text/plain', buffer: Buffer.from(answers) });
  await expect(status).toContainText('The metric “Goal success” and its judge are now selected.');
  await expect(status).toContainText('3 of 3 rows judged with 0 calls, 3 from stored verdicts.');
  expect(judge.questions).toHaveLength(0);
});
