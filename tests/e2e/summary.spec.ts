import { expect, test, textFile } from './playground.ts';
import { jsonl, row } from './rows.ts';

test('summarises all rows, from a threshold on, and by group', async ({ app, page }) => {
  await page.getByRole('tab', { name: 'Summary' }).click();
  const table = page.getByRole('table', { name: 'Summary', exact: true });
  const exact = table.getByRole('row').filter({ hasText: 'Exact match' });
  // 5 of 14 rows match; Wilson's interval of that
  await expect(exact).toContainText('0.16 to 0.61');
  const recall = table.getByRole('row').filter({ hasText: 'Recall' });
  const before = await recall.getByRole('cell').last().textContent();
  await recall.getByRole('textbox', { name: 'Recall passes from' }).fill('0.5');
  await page.keyboard.press('Tab');
  await expect(recall.getByRole('cell').last()).not.toHaveText(before ?? '');

  await page.getByLabel('By', { exact: true }).selectOption('room');
  const groups = page.getByRole('table', { name: 'Summary by group' });
  await groups.getByRole('button', { name: 'kitchen' }).click();
  await expect(app.filter('Remove room: kitchen')).toBeVisible();

  // it is kept with the run
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('tab', { name: 'Summary' }).click();
  await expect(recall.getByRole('textbox')).toHaveValue('0.5');
});

test('takes rows with the same id for trials of one task', async ({ app, page }) => {
  const trials = [
    row('t', 'ab', 'ab'),
    row('t', 'a', 'ab'),
    row('t', 'ab', 'ab'),
    row('u', 'x', 'x'),
  ];
  await app.openFile(textFile('trials.jsonl', jsonl(trials)));
  await app.expectRows(4);
  await page.getByRole('tab', { name: 'Summary' }).click();
  const table = page.getByRole('table', { name: 'Repeated trials' });
  const exact = table.getByRole('row').filter({ hasText: 'Exact match' });
  // 2 of 3 trials of one task pass; the other task has one trial
  await expect(exact.getByRole('cell')).toHaveText(['1.00', '0.33', '1', '0.58', '1']);
  await page.getByLabel('k, trials drawn').selectOption('1');
  await expect(table.getByRole('columnheader', { name: 'pass@1' })).toBeVisible();
  await expect(exact.getByRole('cell')).toHaveText(['0.83', '0.83', '2', '0.58', '1']);

  const tasks = page.getByRole('table', { name: 'Tasks, least steady first' });
  const task = tasks.getByRole('row').filter({ hasText: 't' }).last();
  const cells = task.getByRole('cell');
  await expect(cells).toHaveText(['3', '3', '2', '0.67', '0.58', '0.00', '1.00']);
  await page.getByLabel('By metric').selectOption('Recall');
  await expect(cells).toHaveText(['3', '3', '2', '0.83', '0.29', '0.50', '1.00']);
  await tasks.getByRole('button', { name: 't', exact: true }).click();
  await expect(app.filter('Remove id: t')).toBeVisible();
  await app.expectIds(['t', 't', 't']);
});
