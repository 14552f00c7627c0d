import { expect, test } from './playground.ts';

test('what the page can do is found by its words and done by keyboard', async ({ app, page }) => {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const field = palette.getByRole('combobox', { name: 'Command' });
  const command = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await field.fill(text);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };

  await page.getByRole('button', { name: 'Skip to the content' }).focus();
  await page.keyboard.press('Enter');
  await expect(app.grid.getByRole('row').and(page.locator(':focus'))).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('option').first()).toContainText('Results');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  // what a command opens has the focus, not the palette
  await command('metrics');
  const metrics = page.getByRole('dialog', { name: 'Metrics' });
  await expect(metrics.and(page.locator(':focus-within'))).toBeVisible();
  await page.keyboard.press('Escape');
  await command('failing in-order');
  await expect(app.filter(/^Failed/)).toHaveAttribute('aria-pressed', 'true');
  await command('hd-01');
  await expect(app.row('hd-01')).toHaveAttribute('aria-selected', 'true');
  const download = page.waitForEvent('download');
  await command('download summary');
  expect((await download).suggestedFilename()).toMatch(/-summary\.json$/);
  await command('runs screens');
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
  // from another screen
  await command('judge results');
  await expect(page.getByRole('dialog', { name: 'Judge' })).toBeVisible();
  await page.keyboard.press('Escape');
  await command('keyboard');
  await expect(page.getByRole('dialog', { name: 'Help' })).toContainText('Find a command');
});

test('what is chosen shows in the colours of the system', async ({ app, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const background = (name: string): Promise<string> =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor);
  await expect(app.grid).toBeVisible();
  expect(await background('Rows')).not.toBe(await background('Tools'));
  await page.emulateMedia({ forcedColors: null });
});
