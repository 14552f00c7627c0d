import { expect, test } from './playground.ts';

test('what the page can do is found by its words and done by keyboard', async ({ app, page }) => {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const field = palette.getByRole('combobox', { name: 'Command' });
  const options = palette.getByRole('option');
  const command = async (text: string, keys: readonly string[] = ['Enter']): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await field.fill(text);
    for (const key of keys) await page.keyboard.press(key);
    await expect(palette).toBeHidden();
  };

  await page.keyboard.press('Control+k');
  await expect(options.first()).toContainText('Playground');
  await field.fill('no such command');
  await expect(palette.getByText('No command has these words.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await command('metrics');
  await expect(page.getByRole('dialog', { name: 'Metrics' })).toBeVisible();
  await page.keyboard.press('Escape');
  await command('failing in-order');
  await expect(app.filter(/In-order/)).toBeVisible();
  // a row that the filter hides
  await command('hd-01');
  await expect(app.panel).toContainText('hd-01');
  await command('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await command('customer', ['Enter']);
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue(/Customer/);
  await app.expectSaved();
  await command('runs screens', ['ArrowDown', 'ArrowUp', 'Enter']);
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
  const download = page.waitForEvent('download');
  await command('download summary markdown');
  expect((await download).suggestedFilename()).toMatch(/-summary\.md$/);
  await command('on-device open run');
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue(/On-device/);
  await command('charts results');
  await expect(page.getByRole('tab', { name: 'Charts' })).toHaveAttribute('aria-selected', 'true');
  // from another screen
  await command('runs screens');
  await command('judge results');
  await expect(page.getByRole('dialog', { name: 'Judge' })).toBeVisible();
  await page.keyboard.press('Escape');
  await command('filters text');
  await expect(page.getByRole('combobox', { name: 'Filters as text' })).toBeVisible();
  await command('hd-02');
  await command('accept selected');
  await expect(page.getByText('1 reference changed.')).toBeVisible();
  const patch = page.waitForEvent('download');
  await command('json patch');
  expect((await patch).suggestedFilename()).toMatch(/patch\.json$/);
  await command('undo accepted');
  await expect(page.getByText('1 reference changed.')).toBeHidden();
  await command('keyboard');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Find a command');
});
