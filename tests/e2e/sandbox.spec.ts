import { PYTHON_ATTACKS, PYTHON_ENDLESS, pythonAttack } from '../support/hostile-python.ts';
import { startListener } from './listener.ts';
import { beginMetric, openMetrics } from './own-metric.ts';
import { expect, openOwnPage, test } from './playground.ts';

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
