import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expect, test, type Playground } from './playground.ts';

async function openCharts(app: Playground): Promise<void> {
  await app.page.getByRole('tab', { name: 'Charts' }).click();
  await expect(app.page.getByRole('region', { name: 'Charts' })).toBeVisible();
}

function chart(app: Playground, title: string): Locator {
  return app.page.getByRole('figure', { name: title, exact: true });
}

/** Whether anything was painted on a chart's canvas. */
async function expectDrawn(figure: Locator): Promise<void> {
  const canvas = figure.locator('canvas');
  await expect(canvas).toBeVisible();
  const countInk = (): Promise<number> =>
    canvas.evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      // a copy made for reading: the browser advises against reading what is drawn again and again
      const copy = new OffscreenCanvas(width, height);
      const context = copy.getContext('2d', { willReadFrequently: true });
      context?.drawImage(element as HTMLCanvasElement, 0, 0);
      const pixels = context?.getImageData(0, 0, width, height);
      return pixels?.data.filter((value, at) => at % 4 === 3 && value > 0).length ?? 0;
    });
  await expect.poll(countInk).toBeGreaterThan(500);
}

test('charts are drawn, lead to rows by a click, and become pictures', async ({ app, page }) => {
  await openCharts(app);
  for (const title of ['Means', 'Scores', 'Latency']) await expectDrawn(chart(app, title));
  const means = chart(app, 'Means');
  await means.getByRole('button', { name: /^Show as table/ }).click();
  await expect(means.locator('canvas')).toBeHidden();
  await expect(means.getByRole('rowheader', { name: 'Precision' })).toBeVisible();
  await means.getByRole('button', { name: /^Show as chart/ }).click();
  await expectDrawn(means);

  const event = page.waitForEvent('download');
  await means.getByRole('button', { name: /^PNG/ }).click();
  const file = await event;
  expect(file.suggestedFilename()).toBe('means.png');
  const picture = await readFile(await file.path());
  const drawing = await means.locator('canvas').boundingBox();
  // its signature, then width and height: the drawing with room for title and finding
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.readUInt32BE(16)).toBe(Math.round(drawing!.width) + 32);
  expect(picture.readUInt32BE(20)).toBeGreaterThan(drawing!.height + 60);

  const canvas = chart(app, 'Scores').locator('canvas');
  const box = (await canvas.boundingBox())!;
  await canvas.click({ position: { x: box.width * 0.3, y: box.height * 0.7 } });
  await expect(page.getByRole('tab', { name: /^Rows/ })).toHaveAttribute('aria-selected', 'true');
  await expect(app.filter('Remove Exact match 0')).toBeVisible();
  await expect(page.getByText('9 of 18 rows')).toBeVisible();
});
