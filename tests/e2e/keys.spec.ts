import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { Playground } from './playground.ts';

/** Holds back a file of the page's code; what it answers with lets it go. */
async function holdBack(page: Page, name: string): Promise<{ asked: Promise<void>; go(): void }> {
  let go = (): void => undefined;
  let tellAsked = (): void => undefined;
  const isFree = new Promise<void>((resolve) => (go = resolve));
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    tellAsked();
    await isFree;
    await route.continue();
  });
  return { asked, go };
}

test('keys pressed while their code is on the way act when it has come', async ({ page }) => {
  const app = new Playground(page);
  const [screen, overlays, drawers] = [
    await holdBack(page, 'screen'),
    await holdBack(page, 'Overlays'),
    await holdBack(page, 'ResultsDrawers'),
  ];
  await page.goto('./');
  await app.expectRows(18);

  // the filter’s field: its text is typed before it is there
  await screen.asked;
  await page.keyboard.press('/');
  await page.keyboard.type('elise');
  await expect(app.row('hd-01')).toBeVisible();
  screen.go();
  await expect(page.getByRole('searchbox', { name: 'Filter rows by text' })).toHaveValue('elise');
  await app.expectIds(['hd-15']);
  await app.headline.click();

  // a command, and what it opens; both are on the way
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to row');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('w hd-05');
  await overlays.asked;
  overlays.go();
  const command = page.getByRole('combobox', { name: 'Command' });
  await expect(command).toHaveValue('go to row hd-05');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('what each metric');
  await page.keyboard.press('Enter');
  await drawers.asked;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+g');
  await page.keyboard.type('hd-05');
  await page.keyboard.press('Enter');
  drawers.go();

  // the reference of metrics was opened and closed; the row that filters hide is asked for
  const dialog = page.getByRole('dialog', { name: 'Go to row' });
  await expect(dialog).toContainText('the filters hide it');
  await expect(page.locator('dialog[open]')).toHaveCount(1);
});
