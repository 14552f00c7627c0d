import { expect, test } from './playground.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a row is rated by key and noted, an argument of it is ignored everywhere, and a link leads back to it', async ({
  app,
  page,
}) => {
  await app.expectSaved();
  await app.filter(/^Exact fails/).click();
  await expect(page.getByText('10 of 18 rows')).toBeVisible();
  await app.row('hd-02').click();
  await app.headline.click();
  await page.keyboard.press('2');
  await expect(app.tile('Rating')).toHaveAccessibleName(/mean 2\.00, .*1 scored, 17 not scored/);
  await app.panel.getByRole('button', { name: 'Open' }).click();
  const rating = app.drawer.getByRole('group', { name: 'Your rating' });
  await expect(rating.getByRole('button', { name: 'Rate 2 of 5' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await rating.getByRole('textbox', { name: 'Note on this row' }).fill('Number sent as text');
  await page.keyboard.press('Tab');
  await expect(app.drawer.getByRole('list', { name: 'Scores of this row' })).toContainText(
    'Number sent as text',
  );

  const ribbon = page.getByTitle(/^Rules:/);
  await app.drawer.getByRole('button', { name: 'Ignore everywhere: /temperature' }).click();
  await expect(ribbon).toContainText('set_temperature: ignoring /temperature');
  await expect(app.drawer).toContainText('2 expected, 2 called: 2 equal');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(app.drawer).toContainText('2 expected, 2 called: 1 equal, 1 changed');
  await expect(ribbon).toBeHidden();

  await app.expectSaved();
  await app.drawer.getByRole('button', { name: 'Copy a link to this row' }).click();
  await expect(page.getByText('Link to this row copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/\?run=[^&]+&filter=.+&row=2$/);
  const other = await page.context().newPage();
  await other.goto(link);
  const drawer = other.getByRole('dialog', { name: 'Row hd-02' });
  await expect(drawer.getByRole('list', { name: 'Scores of this row' })).toContainText(
    'Number sent as text',
  );
  await expect(other.getByText('10 of 18 rows')).toBeVisible();
});
