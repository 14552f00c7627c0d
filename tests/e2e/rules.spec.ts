import { expect, test } from './playground.ts';

test('scores under rules of arguments, says so, and goes back', async ({ app, page }) => {
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Metrics' });
  const ribbon = page.getByTitle(/^Differs from Vertex:/);

  const paths = drawer.getByRole('textbox', { name: 'Path to leave out' });
  await paths.fill('/a//b');
  await expect(drawer.getByText('has two slashes without a name between them')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Add: Path to leave out' })).toBeDisabled();
  await paths.fill('/temperature');
  await paths.press('Enter');
  await expect(drawer.getByRole('button', { name: 'Remove /temperature' })).toBeVisible();

  await drawer.getByRole('textbox', { name: 'Numbers may be apart by' }).fill('a lot');
  await expect(drawer.getByText('A number from 0, such as 0.5.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Numbers may be apart by' }).fill('');

  await drawer.getByRole('combobox', { name: 'Tool with a rule of its own' }).fill('set_lights');
  await page.keyboard.press('Enter');
  const own = drawer.getByRole('group').filter({ hasText: 'Use the rule for all' });
  await own.getByText('Arguments do not count').click();
  await page.keyboard.press('Escape');

  await expect(ribbon).toContainText('without /temperature, set_lights: arguments ignored');
  await app.expectMeans({ 'Exact match': '0.50', 'Any-order match': '0.71' });
  await app.expectSaved();
  await page.reload();
  await app.expectMeans({ 'Exact match': '0.50' });
  await page.getByRole('button', { name: 'Score as Vertex' }).click();
  await app.expectMeans({ 'Exact match': '0.36' });
  await expect(ribbon).toBeHidden();
});

test('says beside each rule how many rows would flip, and keeps the word', async ({
  app,
  page,
}) => {
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Metrics' });
  const ignore = drawer.locator('label', { hasText: 'Arguments do not count' });
  await expect(ignore).toContainText('exact +5');
  await ignore.click();
  await page.keyboard.press('Escape');
  // 5 of 14 matched exactly before
  await app.expectMeans({ 'Exact match': '0.71' });
});

test('ignores an argument in every row from the row that shows it, and takes that back', async ({
  app,
  page,
}) => {
  const ribbon = page.getByTitle(/^Differs from Vertex:/);
  await page.getByRole('rowheader', { name: 'hd-02' }).click();
  await page.keyboard.press('Enter');
  await app.drawer.getByRole('button', { name: 'Ignore /temperature in every row' }).click();
  await expect(ribbon).toContainText('set_temperature: without /temperature');
  await expect(app.drawer).toContainText('2 expected, 2 made: 2 equal');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(app.drawer).toContainText('2 expected, 2 made: 1 equal, 1 changed');
  await expect(ribbon).toBeHidden();

  await app.drawer.getByText('Unified', { exact: true }).click();
  const lines = app.drawer.getByRole('list', { name: 'Calls as one list' }).getByRole('listitem');
  await expect(lines).toHaveText([
    /equal\s*get_user_preferences/,
    /changed\s*set_temperature\s*1 equal argument/,
    /expected\s*\/temperature 21\s*number/,
    /made\s*\/temperature "21"\s*text/,
  ]);
});
