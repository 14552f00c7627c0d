import type { Page } from '@playwright/test';
import { expect, test, textFile } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

/** Names the controls that reach beyond the window, outside of what is scrolled sideways by design. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isLine = ({ clientHeight, clientWidth, scrollHeight, scrollWidth }: Element): boolean =>
      scrollWidth > clientWidth && scrollHeight <= clientHeight;
    const isInLine = (element: Element): boolean => {
      for (let up = element.parentElement; up; up = up.parentElement) {
        if (isLine(up) && getComputedStyle(up).overflowX === 'auto') return true;
      }
      return false;
    };
    return [...document.querySelectorAll('button, a, input, select, textarea, [role=tab], h1')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isSeen = width > 1 && element.checkVisibility({ visibilityProperty: true });
        const isTable = element.closest('[role=grid], [role=tablist], table, pre') !== null;
        const isBeyond = right > innerWidth + 1 || left < -1;
        return isSeen && isBeyond && !isTable && !isInLine(element);
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim());
  });
}

for (const width of [360, 768, 1024]) {
  test(`shows every control at ${String(width)} px`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 900 });
    await app.openFile(textFile('three.jsonl', `${jsonl(THREE_ROWS)}{broken\n`));
    await app.expectRows(3);
    await app.expectSaved();
    for (const tab of ['Summary', 'Causes', 'Tools', 'Groups', 'Charts', 'Rows']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      expect.soft(await cutOff(page), tab).toEqual([]);
    }
    for (const name of ['Metrics', 'Judge', 'Share', 'Run an agent']) {
      if (name === 'Run an agent') await app.choose('Open', 'Run an agent…');
      else await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect.soft(await cutOff(page), name).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('link', { name: 'Runs' }).click();
    await expect(page.getByRole('button', { name: 'Back up all runs' })).toBeVisible();
    expect.soft(await cutOff(page), 'Runs').toEqual([]);
    await page.getByRole('link', { name: 'Compare' }).click();
    await expect(page.getByLabel('Run A, the baseline')).toBeVisible();
    expect.soft(await cutOff(page), 'Compare').toEqual([]);
  });
}

test('names every cause on a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await app.expectRows(18);
  await page.getByRole('tab', { name: /^Causes/ }).click();
  const cause = page.getByRole('button', { name: /^set_temperature \/temperature/ });
  const words = cause.getByText('is text instead of a number');
  await expect(words).toBeVisible();
  // whole: nothing of it is cut off
  const isCut = await cause.evaluate((button) =>
    [...button.querySelectorAll('.trunc')].some((text) => text.scrollWidth > text.clientWidth),
  );
  expect(isCut).toBe(false);
});
