import { layoutFaults } from './layout.ts';
import { expect, test } from './playground.ts';

test('paper has what is shown and no controls, with nothing cut', async ({ app, page }) => {
  await app.open();
  await app.row('hd-02').click();
  await expect(app.panel).toContainText('hd-02');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(app.headline).toBeVisible();
  await expect(app.tiles).toBeVisible();
  await expect(app.panel).toBeVisible();
  await expect(page.getByText('Only the visible rows are printed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Filter rows by text' })).toBeHidden();
  await expect(app.editor).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('color-scheme', 'light');
  expect(await layoutFaults(page, 'paper')).toEqual([]);
});

test('paper has a comparison: its verdict, metrics and rows', async ({ app, page }) => {
  await app.open();
  await page.goto('#/compare?demo=before');
  const verdict = page.getByRole('heading', { level: 1 });
  await expect(verdict).toContainText('B');
  await page.emulateMedia({ media: 'print' });
  await expect(verdict).toBeVisible();
  await expect(page.getByRole('group', { name: 'Metrics' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Compared rows' })).toBeVisible();
  await expect(page.getByText('Only the visible rows are printed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use as gate' })).toBeHidden();
  expect(await layoutFaults(page, 'paper')).toEqual([]);
});
