import { expect, test } from './app.ts';

test('opens', async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle('Trajectory Playground');
});
