import { expect, test } from './playground.ts';

test('conditions are written as text with completion, have chips, stand in the link, and come back @main', async ({
  app,
  page,
}) => {
  const text = page.getByRole('combobox', { name: 'Filter rows by text' });
  await app.headline.click();
  await page.keyboard.press('/');
  await expect(text).toBeFocused();

  await text.pressSequentially('traj');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await text.pressSequentially('< 1 and tool = set_t');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('trajectory_exact_match < 1 and tool = set_temperature ');
  await page.keyboard.press('Enter');
  await expect(app.filter('Remove Exact match < 1')).toBeVisible();
  await expect(app.filter('Remove calls set_temperature')).toBeVisible();
  const ids = ['hd-02', 'hd-05', 'hd-09', 'hd-13'];
  await app.expectIds(ids);

  await app.filter(/^Left out/).click();
  await expect(app.filter(/^Left out/)).toHaveAttribute('aria-pressed', 'true');
  expect(page.url()).toMatch(/#\/\?run=[^&]+&filter=trajectory_exact_match/);
  await page.goBack();
  await expect(app.filter(/^Left out/)).toHaveAttribute('aria-pressed', 'false');
  await app.expectIds(ids);
  await page.goForward();
  await expect(app.filter(/^Left out/)).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await page.reload();
  await app.expectIds(ids);
  await expect(app.filter('Remove calls set_temperature')).toBeVisible();

  await app.filter(/^All/).click();
  await expect(page).toHaveURL(/#\/\?run=[^&]+$/);
});
