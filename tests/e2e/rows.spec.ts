import { expect, test } from './playground.ts';

// All 18 rows in sight: the table draws no others.
test.use({ viewport: { width: 1440, height: 1400 } });

test('rows are sorted, filtered, walked through and opened @main', async ({ app, page }) => {
  await app.tile('Precision').click();
  await expect(app.tile('Precision')).toHaveAttribute('aria-pressed', 'true');
  await expect(app.grid.getByRole('rowheader').first()).toHaveText('hd-09');
  await app.tile('Time').click();
  await expect(app.tile('Time')).toHaveAttribute('aria-pressed', 'true');
  await expect(app.grid.getByRole('rowheader').first()).toHaveText('hd-11');
  await app.grid.getByRole('columnheader', { name: /^id/ }).getByRole('button').click();

  await app.tile('In-order match').click();
  await app.grid.getByRole('columnheader', { name: /^id/ }).getByRole('button').click();
  await app.filter(/^Failed/).click();
  await expect(app.filter(/^Failed/)).toHaveAttribute('aria-pressed', 'true');
  await app.expectIds(['hd-02', 'hd-04', 'hd-05', 'hd-08', 'hd-09', 'hd-12', 'hd-13', 'hd-16']);
  const search = page.getByRole('combobox', { name: 'Filter rows by text' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('BATH');
  await app.expectIds(['hd-09', 'hd-13']);
  await app.filter(/^All/).click();
  await expect(app.grid.getByRole('rowheader')).toHaveCount(18);

  await app.row('hd-02').click();
  await app.headline.hover();
  await expect(app.row('hd-02')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(app.row('hd-03')).toBeFocused();
  await page.keyboard.press('End');
  await expect(app.row('hd-18')).toBeFocused();
  // not 1: heights of parts of a pixel cut the edge off
  await expect(app.row('hd-18')).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Home');
  await expect(app.row('hd-01')).toBeInViewport({ ratio: 0.9 });
  await app.headline.click();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(app.row('hd-04')).toHaveAttribute('aria-selected', 'true');
  await expect(app.panel).toContainText('hd-04');

  // what has the focus in the drawer, and after it, is the browser's
  await app.row('hd-04').click();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toHaveAccessibleName('Row hd-04');
  await expect(drawer.getByText('4 of 18', { exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(drawer).toHaveAccessibleName('Row hd-05');
  const missing = drawer.getByRole('grid').getByRole('row').filter({ hasText: 'missing' });
  await expect(missing.getByRole('gridcell').nth(2)).toHaveText(/lock_door\s+\{"door": "back"\}/);
  await page.keyboard.press('k');
  await expect(drawer).toHaveAccessibleName('Row hd-04');
  await page.keyboard.press('n');
  await expect(drawer).toHaveAccessibleName('Row hd-05');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  // the row shown last, not the one it was opened from
  await expect(app.row('hd-05')).toBeFocused();
  await expect(app.row('hd-05')).toHaveAttribute('aria-selected', 'true');
  await app.headline.click();
  await page.keyboard.press('Enter');
  await expect(drawer).toHaveAccessibleName('Row hd-05');
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(help).toContainText('Next failure');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});
