import { expect, test } from './playground.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an argument of a row is ignored everywhere, and a link leads back to the row', async ({
  app,
  page,
}) => {
  await app.expectSaved();
  await app.tile('Exact match').click();
  await app.filter(/^Failed/).click();
  await expect(page.getByText('10 of 18 rows')).toBeVisible();
  await app.row('hd-02').click();
  await app.panel.getByRole('button', { name: 'Open full' }).click();

  const rules = page.getByTitle(/^Rules:/);
  await app.drawer.getByRole('button', { name: 'Fix…' }).click();
  await app.drawer.getByRole('button', { name: 'Never compare temperature' }).click();
  await expect(rules).toContainText('set_temperature: ignoring /temperature');
  await expect(app.drawer).toContainText('2 expected, 2 called: 2 equal');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(app.drawer).toContainText('2 expected, 2 called: 1 equal, 1 changed');
  await expect(rules).toBeHidden();

  await app.expectSaved();
  await app.drawer.getByRole('button', { name: 'More about this row' }).click();
  await app.drawer.getByRole('menuitem', { name: 'Copy a link to this row' }).click();
  await expect(page.getByText('Link to this row copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/\?run=[^&]+&filter=.+&row=2$/);
  const other = await page.context().newPage();
  await other.goto(link);
  const drawer = other.getByRole('dialog', { name: 'Row hd-02' });
  await expect(drawer).toBeVisible();
  await expect(other.getByText('10 of 18 rows')).toBeVisible();
});
