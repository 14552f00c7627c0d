import { expect, test, textFile } from './playground.ts';
import { jsonl } from './rows.ts';

const call = (tool: string, input: object = {}) => ({ tool_name: tool, tool_input: input });
const row = (id: string, predicted: readonly object[], expected: readonly object[]) => ({
  id,
  predicted_trajectory: predicted,
  reference_trajectory: expected,
});
const set = (value: unknown) => call('set', { room: 'den', value });
const ROWS = [
  row('equal', [call('a')], [call('a')]),
  row('other', [call('a'), set('21'), call('b')], [set(21), call('c')]),
  row('text', [set('19')], [set(19)]),
  row('text-2', [set('5'), call('b')], [set(5)]),
];
test('what an agent did is accepted into the reference by click, listed, downloaded and undone @main', async ({
  app,
  page,
}) => {
  await app.openFile(textFile('house.jsonl', jsonl(ROWS)));
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.25' });
  await app.expectSaved();

  await app.row('other').click();
  await app.panel.getByRole('button', { name: 'Open full' }).click();
  const { drawer } = app;
  const fix = drawer.getByRole('button', { name: 'Fix…' });
  const menu = drawer.getByRole('dialog', { name: 'Fix' });
  await fix.click();
  await menu.getByLabel('What differs').selectOption('extra a');
  await menu.getByRole('button', { name: 'Expect what was called' }).click();
  const changes = drawer.getByRole('list', { name: 'Changes to the expected calls' });
  await expect(changes.getByRole('listitem')).toHaveText([/a added/]);
  await expect(fix).toBeFocused();
  await fix.click();
  await menu.getByRole('button', { name: 'Expect these calls instead' }).click();
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(drawer.getByText('3 expected, 3 called: 3 equal')).toBeVisible();
  // or typed
  await page.keyboard.press('e');
  const typing = page.getByRole('dialog', { name: 'Expected calls of this row' });
  const field = typing.getByRole('textbox');
  await expect(typing.getByText('3 calls: a, set, b')).toBeVisible();
  await field.fill('[{"tool_name": "a"},]');
  await expect(typing.getByText('1:21', { exact: true })).toBeVisible();
  await expect(typing.getByRole('button', { name: 'Expect these calls' })).toBeDisabled();
  await field.fill('["a"]');
  await typing.getByRole('button', { name: 'Expect these calls' }).click();
  await expect(drawer.getByText('1 expected, 3 called: 1 equal, 2 extra')).toBeVisible();
  await changes.getByRole('button', { name: 'Undo: expected calls typed' }).click();
  await expect(drawer.getByText('3 expected, 3 called: 3 equal')).toBeVisible();
  await page.keyboard.press('Escape');
  await app.expectMeans({ 'Exact match': '0.50' });
  await expect(page.getByText('1 expected row changed ·')).toBeVisible();

  // all rows of a cause at once
  await page.getByRole('tab', { name: 'Causes' }).click();
  await page.getByRole('button', { name: /set value/ }).click();
  await page.getByRole('button', { name: 'Fix…' }).click();
  const causeMenu = page.getByRole('dialog', { name: 'Fix' });
  await causeMenu.getByText('This cause · 2').click();
  await causeMenu.getByRole('button', { name: /^Expect what was called/ }).click();
  await expect(page.getByText('3 expected rows changed ·')).toBeVisible();
  await app.expectMeans({ 'Exact match': '0.75' });
  await expect(page.getByText('Used as expected in 2 rows.')).toBeVisible();
  // no row has the cause any more
  await expect(page.getByRole('button', { name: /set value/ })).toBeHidden();
  await app.expectSaved();

  await page.getByRole('button', { name: 'Changes…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changes to expected calls' });
  const lines = dialog.getByRole('listitem');
  await expect(lines).toHaveCount(3);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'New dataset (JSONL)' }).click();
  expect((await download).suggestedFilename()).toBe('dataset.jsonl');
  await lines.filter({ hasText: '2 rows' }).getByRole('button').click();
  await expect(lines).toHaveCount(2);
  await lines.first().getByRole('button').click();
  await expect(lines).toHaveCount(1);
  await lines.first().getByRole('button').click();
  await expect(dialog).toBeHidden();
  await app.expectMeans({ 'Exact match': '0.25' });
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('table', { name: 'Runs' })).toContainText('house');
  await expect(page.getByText('expected calls changed')).toHaveCount(0);
});
