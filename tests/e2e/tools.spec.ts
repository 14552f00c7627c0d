import { expect, test } from './playground.ts';

test('sets expected tools against those called, and lists the rows of a cell', async ({
  app,
  page,
}) => {
  await page.getByRole('tab', { name: 'Tools' }).click();
  const lines = page.getByRole('table', { name: 'Tools, expected and called' });
  await expect(lines.getByRole('row').nth(1)).toContainText('set_temperature');
  const matrix = page.getByRole('table', { name: 'Expected tools and tools called' });
  await matrix.getByRole('button', { name: /^set_temperature called where expected/ }).click();
  await expect(app.filter('Remove set_temperature called where expected')).toBeVisible();
  await expect(app.grid.getByRole('rowheader').first()).toHaveText('hd-02');

  // the table is of the rows shown, and filters add up
  await page.getByRole('tab', { name: 'Tools' }).click();
  await expect(page.getByText(/filtered rows, most trouble first/)).toBeVisible();
  await lines
    .getByRole('button', { name: /calls of set_temperature with other arguments$/ })
    .click();
  await expect(app.filter('Remove set_temperature called with other arguments')).toBeVisible();
});
