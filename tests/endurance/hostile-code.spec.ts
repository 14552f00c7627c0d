import type { Locator } from '@playwright/test';
import { ALONE, ATTACKS, attackWith, BROKEN } from '../e2e/hostile-programs.ts';
import { PYTHON_BROKEN, PYTHON_ENDLESS } from '../support/hostile-python.ts';
import { startListener } from '../e2e/listener.ts';
import { beginMetric } from '../e2e/own-metric.ts';
import { expect, openOwnPage, test, textFile } from '../e2e/playground.ts';
import { jsonl, row } from '../e2e/rows.ts';

test('51 hostile programs reach nothing and hurt nobody', async ({ browser, baseURL }) => {
  const programs = [ATTACKS, ALONE, BROKEN].flatMap((kind) => Object.keys(kind));
  expect(new Set(programs).size).toBe(51);
  const { app, page, close } = await openOwnPage(browser, baseURL, { allow: /^console:/ });
  const listener = await startListener();
  const attackAll = async (): Promise<Locator> => {
    const form = await beginMetric(app, 'Empty');
    await form.getByRole('textbox', { name: 'Name' }).fill('attack');
    await form.getByRole('textbox', { name: 'Code' }).fill(attackWith(listener.url, ATTACKS));
    const tried = Object.keys(ATTACKS).length;
    await expect(form.getByRole('status')).toHaveText(
      `First row scores 0 · tried: ${String(tried)} · through: none`,
    );
    return form;
  };
  const form = await attackAll();
  const code = form.getByRole('textbox', { name: 'Code' });
  const result = form.getByRole('status');
  /** Told apart from what the program before gave. */
  const runNext = async (program: string): Promise<void> => {
    await code.fill('() => 12345');
    await expect(result).toHaveText('First row scores 12345');
    await code.fill(program);
  };
  for (const [name, body] of Object.entries(ALONE)) {
    await runNext(attackWith(listener.url, { [name]: body }));
    // one that tampers with the sandbox may get no answer through at all
    await expect(result, name).toHaveText(
      /^First row (scores 0 · tried: 1 · through: none|.*no result within .*|.*(no|invalid) result\.|.*without “attack”.*)$/,
    );
  }
  for (const [name, [program, said]] of Object.entries(BROKEN)) {
    await runNext(program);
    await expect(result, name).toHaveText(said);
  }
  // the next one works, and so does the page
  await code.fill('(row) => row.predicted_trajectory.length');
  await expect(result).toHaveText(/^First row scores \d+$/);
  await page.keyboard.press('Escape');
  await app.expectMeans({ Precision: '0.66' });
  await expect(page.locator('iframe')).toHaveCount(0);

  // a judge may have the network: code has not
  await page.evaluate(() => sessionStorage.setItem('trajectory-playground:network', 'on'));
  await page.reload();
  await app.expectRows(18);
  await attackAll();
  expect(listener.hits).toEqual([]);
  listener.stop();
  await close();
});

test('hostile programs in Python are ended or say what is wrong', async ({ browser, baseURL }) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, { allow: /^console:/ });
  const form = await beginMetric(app, 'Word count');
  await form.getByRole('textbox', { name: 'Name' }).fill('m');
  const code = form.getByRole('textbox', { name: 'Code' });
  const result = form.getByRole('status');
  const ended = /no result within|not finish within|MemoryError|ended what it ran in/;
  const endless = Object.entries(PYTHON_ENDLESS).map(
    ([name, program]) => [name, [program, ended]] as const,
  );
  for (const [name, [program, said]] of [...Object.entries(PYTHON_BROKEN), ...endless]) {
    await code.fill('def m(i):\n    return 12345');
    await expect(result).toHaveText('First row scores 12345');
    await code.fill(program);
    // a machine that is busy may not come as far as the program's own end
    await expect(result, name).toHaveText(
      new RegExp(`First row .*(${said.source.replace(/^\^/, '')}|no result within)`, 's'),
    );
  }
  await page.keyboard.press('Escape');
  await expect(page.locator('iframe')).toHaveCount(0);
  await close();
});

test('a slow metric shows how far it is, row by row, ends, and can be stopped', async ({
  browser,
  baseURL,
}) => {
  const { app, page, close } = await openOwnPage(browser, baseURL);
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => row(`r-${String(at)}`, 'ab', 'ab'));
  const taking = (ms: number): string =>
    `() => { const end = performance.now() + ${String(ms)}; while (performance.now() < end); return 1; }`;
  const done = page.getByText(/^[\d,]+ rows · /);
  await app.openFile(textFile('three.jsonl', jsonl(rowsOf(3))));
  await app.expectRows(3);
  const form = await beginMetric(app, 'Empty');
  await form.getByRole('textbox', { name: 'Code' }).fill(taking(1900));
  await expect(form.getByRole('status')).toHaveText('First row scores 1');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  // three rows are more than one deadline: they are counted, and scored all the same
  await expect(done).toHaveText(/^1 rows · /);
  await expect(done).toHaveText(/^2 rows · /);
  await app.expectMeans({ my_metric: '1.00' });
  await expect(app.tile('my_metric')).toHaveAccessibleName(/3 scored, 0 left out, 0 errors/);

  // a batch takes seconds; code that came with the page has run, so it does with other rows
  await app.openFile(textFile('many.jsonl', jsonl(rowsOf(400))));
  await expect(done).toHaveText(/^[1-9]\d? rows · /);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await close();
});
