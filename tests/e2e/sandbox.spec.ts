import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { ALONE, ATTACKS, attackWith, BROKEN } from './hostile-programs.ts';
import { PYTHON_ATTACKS, PYTHON_ENDLESS, pythonAttack } from '../support/hostile-python.ts';
import { startListener } from './listener.ts';
import { beginMetric, openMetrics } from './own-metric.ts';
import { expect, openOwnPage, test, textFile, type Playground } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

test('a metric of one’s own is tried, saved, scored and kept like any other', async ({
  browser,
  baseURL,
}) => {
  const { app, page, close } = await openOwnPage(browser, baseURL);
  const form = await beginMetric(app, 'Word count');
  const result = form.getByRole('status');
  await expect(result).toHaveText(/^First row scores \d+$/);
  const code = form.getByRole('textbox', { name: 'Code' });
  await code.fill('function word_count(row) {\n  return row.response.size.x;\n}');
  await expect(result).toContainText('TypeError');
  await expect(form).toContainText('Line 2');
  await code.fill(
    'function word_count(row) {\n  if (row.id === "hd-02") throw new Error("no words");\n' +
      '  return { word_count: row.predicted_trajectory === null ? null : 2, kind: "x" };\n}',
  );
  await expect(result).toHaveText('First row scores 2 · kind: x');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await app.expectMeans({ word_count: '2.00' });
  await expect(app.tile('word_count')).toHaveAccessibleName(/, 1 error$/);
  await expect(app.grid.getByRole('columnheader', { name: /word_c/ })).toBeVisible();
  await app.row('hd-02').click();
  await app.panel.getByRole('button', { name: 'Open full' }).click();
  await app.drawer.locator('summary').first().click();
  await expect(app.drawer).toContainText('Line 2: Error: no words');
  await page.keyboard.press('Escape');

  // kept with the run: there after a reload, and scored anew only when it changes
  await app.expectSaved();
  await page.reload();
  await app.expectMeans({ word_count: '2.00' });
  const drawer = await openMetrics(app);
  await drawer.getByRole('checkbox', { name: 'word_count' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(app.tile('word_count')).toBeHidden();
  await close();
});

test('a metric in Python is tried, refused where it does not parse, and scored', async ({
  browser,
  baseURL,
}) => {
  const listener = await startListener();
  const { app, page, close } = await openOwnPage(browser, baseURL, { allow: /^console:/ });
  const form = await beginMetric(app, 'Word count');
  const result = form.getByRole('status');
  const code = form.getByRole('textbox', { name: 'Code' });
  await expect(result).toHaveText(/^First row scores \d+$/);
  await form.getByRole('textbox', { name: 'Name' }).fill('m');
  await code.fill('def m(instance):\n    return len(instance["response"]');
  await expect(result).toContainText('SyntaxError');
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(form).toContainText('Line 2, column ');
  await code.fill('function m(row) {\n  return row. ;\n}');
  await expect(form).toContainText('Line 2, column 15');
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await code.fill('import numpy as np\n\ndef m(instance):\n    return np.mean([1])');
  await expect(result).toContainText('“numpy” cannot be imported');
  await code.fill(pythonAttack(listener.url, 'm'));
  const tried = String(Object.keys(PYTHON_ATTACKS).length);
  await expect(result).toContainText(`tried: ${tried}`);
  await expect(result).toHaveText(/^First row scores 0 · .*through: none/);
  await code.fill(PYTHON_ENDLESS['an endless loop']!);
  await expect(result).toContainText('no result within 1 s');
  await code.fill('def m(instance):\n    return len(instance["response"].split(" "))');
  await expect(result).toHaveText(/^First row scores \d+$/);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await expect(app.tile('m')).toHaveAccessibleName(/, 0 errors|scored/);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(listener.hits).toEqual([]);
  listener.stop();
  await close();
});

/** Of those that the endurance tests try, one of each kind. */
const SOME_ALONE = ['navigation of the worker', 'prototypes tampered with'] as const;
const SOME_BROKEN = ['a closed worker', 'endless recursion'] as const;

test(
  'hostile code reaches nothing, hurts nobody and does not run unread elsewhere',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const listener = await startListener();
    // what is refused is told on the console
    const { app, page, close } = await openOwnPage(browser, baseURL, { allow: /^console:/ });
    const attackAll = async (on: Playground): Promise<Locator> => {
      const form = await beginMetric(on, 'Empty');
      await form.getByRole('textbox', { name: 'Name' }).fill('attack');
      await form.getByRole('textbox', { name: 'Code' }).fill(attackWith(listener.url, ATTACKS));
      const tried = Object.keys(ATTACKS).length;
      await expect(form.getByRole('status')).toHaveText(
        `First row scores 0 · tried: ${String(tried)} · through: none`,
      );
      return form;
    };
    const form = await attackAll(app);
    const code = form.getByRole('textbox', { name: 'Code' });
    const result = form.getByRole('status');
    for (const name of SOME_ALONE) {
      await code.fill(attackWith(listener.url, { [name]: ALONE[name]! }));
      // one that tampers with the sandbox may get no answer through at all
      await expect(result, name).toHaveText(
        /^First row (scores 0 · tried: 1 · through: none|.*no result within .*|.*(no|invalid) result\.|.*without “attack”.*)$/,
      );
    }
    for (const name of SOME_BROKEN) {
      const [program, said] = BROKEN[name]!;
      await code.fill(program);
      await expect(result, name).toHaveText(said);
    }
    // the next one works, and so does the page
    await code.fill('() => 7');
    await expect(result).toHaveText('First row scores 7');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('Escape');
    await app.expectMeans({ attack: '7.00', Precision: '0.66' });
    await expect(page.locator('iframe')).toHaveCount(0);
    const downloading = page.waitForEvent('download');
    await app.choose('Share', /^Run file/);
    const file = await (await downloading).path();

    // a judge may have the network: code has not
    await page.evaluate(() => sessionStorage.setItem('trajectory-playground:network', 'on'));
    await page.reload();
    await app.expectRows(18);
    await openMetrics(app);
    await page.getByRole('button', { name: 'Edit attack' }).click();
    const again = page.getByRole('form', { name: 'Your metric' });
    await again.getByRole('textbox', { name: 'Code' }).fill(attackWith(listener.url, ATTACKS));
    await expect(again.getByRole('status')).toHaveText(
      /^First row scores 0 · tried: \d+ · through: none$/,
    );
    expect(listener.hits).toEqual([]);
    listener.stop();

    const other = await openOwnPage(browser, baseURL);
    const elsewhere = other.page;
    await elsewhere.getByLabel('Open file').setInputFiles({
      ...{ name: 'from-ana.run.gz', mimeType: 'application/gzip', buffer: readFileSync(file) },
    });
    // the scores that came with it are shown; its code has not run and does not for other rows
    await other.app.expectMeans({ attack: '7.00' });
    await expect(elsewhere.getByText('Code that is not yours:')).toBeVisible();
    await other.app.openFile(textFile('mine.jsonl', jsonl(THREE_ROWS)));
    await other.app.expectRows(3);
    await expect(other.app.tile('Recall')).toBeVisible();
    await expect(other.app.tile('attack')).toHaveCount(0);
    await elsewhere.getByRole('button', { name: 'Read it' }).click();
    await elsewhere.getByRole('button', { name: 'Read the code' }).click();
    const unread = elsewhere.getByRole('form', { name: 'Your metric' });
    await expect(unread).toContainText('has not run');
    await expect(unread.getByRole('textbox', { name: 'Code' })).toHaveValue('() => 7');
    await expect(elsewhere.locator('iframe')).toHaveCount(0);
    await unread.getByRole('button', { name: 'I have read it, run it' }).click();
    await expect(unread.getByRole('status')).toHaveText('First row scores 7');
    await unread.getByRole('button', { name: 'Cancel' }).click();
    await elsewhere.keyboard.press('Escape');
    await other.app.expectMeans({ attack: '7.00' });
    await expect(elsewhere.getByText('Code that is not yours:')).toBeHidden();
    await other.close();
    await close();
  },
);
