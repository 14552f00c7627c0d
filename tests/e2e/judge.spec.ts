import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
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
import { FAULT_NAMES, MENDED, startJudge, type JudgeServer } from './judge-server.ts';
import { expect, test, textFile } from './playground.ts';
import { dumpStorage, emptyStores, storedCount } from './stored.ts';

let judge: JudgeServer;
test.beforeEach(async () => {
  judge = await startJudge();
});
test.afterEach(() => judge.stop());

test('a judge that misbehaves gives error rows, never a score, and never sees its key again', async ({
  app,
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const prompts = ['right', 'wrong', ...FAULT_NAMES.map((name) => `fault:${name}`)];
  await setUp(app, judge, prompts);
  await drawerOf(page).getByRole('button', { name: 'Test' }).click();
  await expect(drawerOf(page).getByText('It works')).toBeVisible();
  await setLimits(page, { 'Seconds for an answer': '1', 'Calls at a time': '8' });
  await judgeAll(page, prompts.length);

  const rows = await results(app);
  const scores = rows.map((row) => row[`${COLUMN}/score`]);
  expect(scores.slice(0, 2)).toEqual([1, 0]);
  expect(rows[0]?.[`${COLUMN}/explanation`]).toBe('It scores 1.');
  const mended = FAULT_NAMES.map((name) => (MENDED.includes(name) ? 1 : null));
  expect(scores.slice(2)).toEqual(mended);
  const invented = scores.slice(2 + MENDED.length).filter((score) => score !== null);
  await expect(app.tile('Goal success')).toHaveAccessibleName(
    new RegExp(
      `${String(2 + MENDED.length)} valid, 0 not evaluated, ${String(FAULT_NAMES.length - MENDED.length)} errors`,
    ),
  );

  const places: Record<string, string> = {
    console: said.join('\n'),
    addresses: [...asked, ...judge.paths].join('\n'),
    results: JSON.stringify(rows),
    page: await page.content(),
    storage: await dumpStorage(page),
  };
  const found = Object.entries(places).filter(([, text]) => text.includes('canary'));
  expect(found.map(([place]) => place)).toEqual([]);
  expect(rows.at(-1)?.[`${COLUMN}/explanation`]).toContain('[key removed]');

  // what has a verdict is not asked for again
  const before = judge.questions.length;
  await openDrawer(page);
  await judgeAll(page, prompts.length);
  const again = judge.questions.slice(before).filter((text) => !/fault:/.test(text));
  expect(again).toEqual([]);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Network on/ }).click();
  await page.getByRole('button', { name: 'Turn the network off' }).click();
  await page.keyboard.press('Escape');
  allowConsole(/Content Security Policy|Refused to|Fetch API cannot load/);
  const url = judge.url;
  expect(await page.evaluate((to) => fetch(to).catch(() => 'refused'), url)).toBe('refused');
  test.info().annotations.push({
    type: 'promise',
    description: `faults survived ${String(FAULT_NAMES.length)} of ${String(FAULT_NAMES.length)}, scores invented ${String(invented.length)}; key found in 0 of ${String(Object.keys(places).length)} places`,
  });
  console.log(test.info().annotations.at(-1)?.description);
});

test('judging goes on after a reload without asking twice, and stops at its limit', async ({
  app,
  page,
}) => {
  const prompts = Array.from({ length: 60 }, (_, index) => `right ${String(index)}`);
  await setUp(app, judge, prompts);
  judge.delayMs = 60;
  await setLimits(page, { 'Calls at a time': '8', 'At most calls': '10' });
  await judgeAll(page, 60);
  const capped = judge.questions.length;
  expect(capped).toBeLessThanOrEqual(10);

  await setField(page, 'At most calls', '1000');
  await drawerOf(page).getByRole('button', { name: 'Judge 60 rows' }).click();
  await expect.poll(() => judge.questions.length).toBeGreaterThan(25);
  await page.reload();
  await app.expectRows(60);
  const beforeResume = judge.questions.length;
  const stored = await storedCount(page, 'verdicts');
  await openDrawer(page);
  await drawerOf(page).getByLabel('Key, where one is needed').fill(CANARY);
  const ended = await judgeAll(page, 60);
  expect(ended).toContain('60 of 60 rows judged');
  // a question whose answer was stored has been asked once
  expect(judge.questions.length - beforeResume).toBe(60 - stored);
  const rows = await results(app);
  expect(rows.filter((row) => row[`${COLUMN}/score`] === 1)).toHaveLength(60);
  const repeated = judge.questions.length - new Set(judge.questions).size;
  // those under way, and those whose answers were under way to the store
  expect(repeated).toBeLessThanOrEqual(16);
  console.log(
    `cap 10: calls ${String(capped)}; crash after ${String(beforeResume)} calls, ${String(stored)} answers stored; ` +
      `asked again of those stored 0, cut off by the crash and asked again ${String(repeated)}; calls in all ${String(judge.questions.length)} for 60 rows`,
  );
});

test('two runs are compared side by side, in both orders, and nothing is asked twice', async ({
  app,
  page,
}) => {
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
  await page.getByRole('button', { name: 'Judge B against A' }).click();
  const drawer = drawerOf(page);
  await expect(drawer.getByLabel('Baseline', { exact: true })).toHaveValue(/^run /);
  await drawer
    .getByLabel('Template', { exact: true })
    .selectOption('pairwise_instruction_following');
  await drawer.getByLabel('Key, where one is needed').fill(CANARY);
  expect(await judgeAll(page, 5)).toBe('5 of 5 rows judged with 8 calls.');
  expect(new Set(judge.questions).size).toBe(8);
  await page.keyboard.press('Escape');
  const said = page.getByRole('region', { name: 'Judged side by side' });
  await expect(said).toContainText('B wins 20 % · ties 40 % · A wins 20 %');
  await expect(said).toContainText('orders disagree in 25 %, 1 row without a verdict');

  await page.getByRole('button', { name: 'Judge B against A' }).click();
  expect(await judgeAll(page, 5)).toBe('5 of 5 rows judged with 0 calls, 4 known from before.');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  const rows = await results(app);
  expect(rows.map((row) => row['pairwise_instruction_following/pairwise_choice'])).toEqual([
    ...['CANDIDATE', 'BASELINE', 'TIE', 'TIE'],
    null,
  ]);
  console.log(
    `side by side: 4 rows × 1 sample × 2 orders = ${String(judge.questions.length)} calls, 0 repeated, flips 1 of 4`,
  );
});

test('a judge is checked against labels, against itself and by a canary', async ({ app, page }) => {
  await setUp(app, judge, ['right', 'wrong', 'right too', 'wrong too']);
  await judgeAll(page, 4);
  const drawer = drawerOf(page);
  await drawer.getByRole('tab', { name: 'Trust' }).click();
  await drawer.getByRole('button', { name: 'Begin to label' }).click();
  // the verdict is not to be seen
  await expect(drawer.getByText(/of 4, 0 labelled/)).toBeVisible();
  await expect(drawer.getByText('It scores')).toHaveCount(0);
  for (const count of [1, 2, 3, 4]) {
    await drawer.getByRole('button', { name: '1 · Reached.' }).click();
    await expect(drawer.getByText(`of 4, ${String(count)} labelled`)).toBeVisible();
  }
  await expect(drawer.getByText('2 disagreements')).toBeVisible();
  // the label given can be read, also where the pointer is elsewhere
  await drawer.getByText('Your labels').hover();
  const given = new AxeBuilder({ page }).include('[aria-label="Your score"]');
  expect((await given.withRules(['color-contrast']).analyze()).violations).toEqual([]);
  const matrix = drawer.getByRole('table', { name: 'Scores of you and of the judge' });
  await expect(matrix.getByRole('row').nth(2)).toHaveText(/1\s*2\s*2/);
  await expect(drawer.getByRole('definition').filter({ hasText: 'Cohen' })).toContainText('0.00');

  await drawer.getByRole('button', { name: 'Check the noise' }).click();
  await expect(drawer.getByText(/deviation 0\.00 on average; 0 of 4 rows/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Run the canary' }).click();
  await expect(drawer.getByText('was fooled 0 of 20 times and passed 0 of 5')).toBeVisible();
  // one sample of each row was known
  expect(judge.questions).toHaveLength(4 + 4 * 4 + 25);

  // labels and noise are those of this metric, and say nothing of another
  const template = drawer.getByLabel('Template', { exact: true });
  await drawer.getByRole('tab', { name: 'Judge', exact: true }).click();
  await template.selectOption('fluency');
  await drawer.getByRole('tab', { name: 'Trust' }).click();
  await expect(drawer.getByRole('button', { name: 'Begin to label' })).toBeVisible();
  await expect(drawer.getByText('2 disagreements')).toHaveCount(0);
  await expect(drawer.getByText('deviation')).toHaveCount(0);
  await drawer.getByRole('tab', { name: 'Judge', exact: true }).click();
  await template.selectOption('goal_success');
  await drawer.getByRole('tab', { name: 'Trust' }).click();
  await expect(drawer.getByText('2 disagreements')).toBeVisible();

  // and are found again
  await page.reload();
  await app.expectRows(4);
  await openDrawer(page);
  await drawer.getByRole('tab', { name: 'Trust' }).click();
  await expect(drawer.getByText('of 4, 4 labelled')).toBeVisible();
  await expect(drawer.getByText('2 disagreements')).toBeVisible();
});

test('prompts go out and verdicts come in by hand, and are scored again from a file', async ({
  app,
  page,
}) => {
  await app.openFile(textFile('judged.jsonl', rowsOf(['right', 'wrong', 'right too'])));
  await app.expectRows(3);
  await app.expectSaved();
  await openDrawer(page);
  const drawer = drawerOf(page);
  await drawer.getByLabel('Provider').selectOption('by-hand');
  await drawer.getByLabel('Template', { exact: true }).selectOption('goal_success');
  await drawer.getByRole('tab', { name: 'Offline' }).click();
  const saved = async (name: string): Promise<string> => {
    const waiting = page.waitForEvent('download');
    await drawer.getByRole('button', { name }).click();
    return readFileSync(await (await waiting).path(), 'utf8');
  };
  const prompts = await saved('Download all prompts');
  const verdicts = prompts
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly key: string; readonly user: string })
    .map(({ key, user }) => ({ key, explanation: 'Seen.', score: user.includes('wrong') ? 0 : 1 }));
  const lines = verdicts.map((verdict) => JSON.stringify(verdict));
  await setField(page, 'Verdicts', [...lines, '{"key":"00000000","score":1}'].join('\n'));
  await drawer.getByRole('button', { name: 'Take the verdicts' }).click();
  const status = drawer.getByRole('status').filter({ hasText: 'verdicts taken' });
  await expect(status).toContainText('3 verdicts taken, 1 lines not.');
  await expect(
    drawer.getByText('Line 4: no prompt that waits has the key “00000000”.'),
  ).toBeVisible();
  const answers = await saved('Download the answers');
  expect((await results(app)).map((row) => row[`${COLUMN}/score`])).toEqual([1, 0, 1]);

  // another browser: nothing is stored, another template is chosen
  await emptyStores(page, ['verdicts']);
  await openDrawer(page);
  await drawer.getByRole('tab', { name: 'Judge', exact: true }).click();
  await drawer.getByLabel('Template', { exact: true }).selectOption('tool_selection');
  await drawer.getByRole('tab', { name: 'Offline' }).click();
  await drawer
    .getByLabel('File of verdicts')
    .setInputFiles({ name: 'v.jsonl', mimeType: 'text/plain', buffer: Buffer.from(answers) });
  await expect(status).toContainText('The metric “Goal success” and its judge are chosen now.');
  await expect(status).toContainText('3 of 3 rows judged with 0 calls, 3 known from before.');
  expect(judge.questions).toHaveLength(0);
});

test('five rows are tried first, a run is paused, and a template is kept', async ({
  app,
  page,
}) => {
  await setUp(
    app,
    judge,
    Array.from({ length: 40 }, (_, index) => `right ${String(index)}`),
  );
  const drawer = drawerOf(page);
  await drawer.getByText('Prompt and rubric').click();
  await setField(page, 'Meaning of rating 1', 'All is well.');
  await setField(page, 'Name in results', 'all_well');
  await drawer.getByRole('button', { name: 'Keep as my template' }).click();
  await drawer.getByLabel('Template', { exact: true }).selectOption('tool_selection');
  await drawer.getByLabel('Template', { exact: true }).selectOption('own:all_well');
  await expect(drawer.getByLabel('Meaning of rating 1')).toHaveValue('All is well.');

  await drawer.getByRole('button', { name: 'Try 5 rows' }).click();
  const status = drawer.locator('.foot').getByRole('status');
  await expect(status).toHaveText('5 of 5 rows judged with 5 calls.');
  expect(judge.questions.every((text) => text.includes('1: All is well.'))).toBe(true);

  judge.delayMs = 100;
  await drawer.getByRole('button', { name: 'Judge 40 rows' }).click();
  await expect.poll(() => judge.questions.length).toBeGreaterThan(8);
  await drawer.getByRole('button', { name: 'Pause' }).click();
  // what was begun goes on, and nothing else
  await expect(drawer.getByRole('button', { name: 'Go on' })).toBeVisible();
  await page.waitForTimeout(400);
  const paused = judge.questions.length;
  await page.waitForTimeout(600);
  expect(judge.questions.length).toBe(paused);
  expect(paused).toBeLessThan(40);
  await drawer.getByRole('button', { name: 'Go on' }).click();
  await expect(status).toHaveText('40 of 40 rows judged with 35 calls, 5 known from before.');
  expect(judge.questions).toHaveLength(40);
});

test('a judge is kept busy', async ({ app, page }) => {
  test.setTimeout(120_000);
  const [rows, delayMs, concurrency] = [1000, 50, 8];
  await setUp(
    app,
    judge,
    Array.from({ length: rows }, (_, index) => `right ${String(index)}`),
  );
  judge.delayMs = delayMs;
  await setLimits(page, { 'Calls at a time': String(concurrency), 'Calls per minute': '60000' });
  // of the ideal throughput, from the first question to the last answer
  const shareFrom = (first: number): number => {
    const askedAtMs = judge.askedAtMs.slice(first);
    const tookMs = (askedAtMs.at(-1) ?? 0) - (askedAtMs[0] ?? 0) + delayMs;
    return ((askedAtMs.length * delayMs) / concurrency / tookMs) * 100;
  };
  // what bare requests of the same page reach at this very time
  const askBare = async (): Promise<number> => {
    const first = judge.questions.length;
    await page.evaluate(askBarely, [judge.url, BARE_CALLS, concurrency] as const);
    return shareFrom(first);
  };
  const before = await askBare();
  const first = judge.questions.length;
  await judgeAll(page, rows);
  expect(judge.questions.length - first).toBe(rows);
  // each would cost a call as much time as the call itself
  expect(judge.preflights).toBeLessThan(10);
  const share = shareFrom(first);
  const bare = (before + (await askBare())) / 2;
  console.log(
    `${String(rows)} rows, judge of ${String(delayMs)} ms, ${String(concurrency)} at a time: ` +
      `${share.toFixed(0)} % of the ideal throughput, ${((share / bare) * 100).toFixed(0)} % of what bare requests reach in the same run (${bare.toFixed(0)} %)`,
  );
});

test('every provider’s format is spoken', async ({ app, page }) => {
  await setUp(app, judge, ['right', 'wrong']);
  const drawer = drawerOf(page);
  await drawer.getByRole('button', { name: 'List models' }).click();
  await expect(drawer.getByText('2 models can be chosen.')).toBeVisible();
  for (const provider of ['gemini', 'anthropic'] as const) {
    await drawer.getByLabel('Provider').selectOption(provider);
    await setField(page, 'Address', judge.url);
    await drawer.getByLabel('Key', { exact: true }).fill(CANARY);
    const ended = await judgeAll(page, 2);
    expect(ended).toBe('2 of 2 rows judged with 2 calls.');
  }
  const calls = (part: string): number => judge.paths.filter((path) => path.includes(part)).length;
  await expect.poll(() => [calls(':generateContent'), calls('/v1/messages')]).toEqual([2, 2]);
  await expect(drawer.locator('.foot').getByRole('status')).toContainText('rows judged with');
  expect(judge.paths.join()).not.toContain('canary');
  expect((await results(app)).map((row) => row[`${COLUMN}/score`])).toEqual([1, 0]);
});

const BARE_CALLS = 400;

/** Sends requests to the judge, so many at a time, and does nothing with the answers. */
async function askBarely([url, calls, atATime]: readonly [string, number, number]): Promise<void> {
  let left = calls;
  const ask = async (): Promise<void> => {
    while (left-- > 0) {
      const body = JSON.stringify({ messages: [{ content: `bare ${String(left)}` }] });
      const headers = { 'content-type': 'application/json', authorization: 'Bearer none' };
      const answer = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body });
      await answer.text();
    }
  };
  await Promise.all(Array.from({ length: atATime }, ask));
}
