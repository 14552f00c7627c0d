import { expect, test } from './app.ts';
import { Playground, seenBefore } from './playground.ts';

test('a press while its code is on the way is not lost: it acts once that has come', async ({
  page,
}) => {
  const app = new Playground(page);
  let release = (): void => undefined;
  const isFree = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForRequest('**/assets/rest-*.js');
  await page.route('**/assets/rest-*.js', async (route) => {
    await isFree;
    await route.continue();
  });
  await seenBefore(page);
  await page.goto('./');
  await app.expectRows(18);
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('elise');
  await app.expectIds(['hd-15']);
  await asked;
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Metrics' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
});
