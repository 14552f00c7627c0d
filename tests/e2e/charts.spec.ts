import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expect, test, textFile, type Playground } from './playground.ts';

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

test('draws means, distributions and latency', async ({ app }) => {
  await openCharts(app);
  for (const title of ['Means', 'Scores', 'Latency']) await expectDrawn(chart(app, title));
});

test('has the numbers of the means as a table, the same as the tiles', async ({ app }) => {
  await openCharts(app);
  const means = chart(app, 'Means');
  await means.getByRole('button', { name: /^Show as table/ }).click();
  await expect(means.locator('canvas')).toBeHidden();
  const rows = means.getByRole('table').getByRole('row');
  const expected = {
    'Exact match': '0.36',
    'In-order match': '0.50',
    'Any-order match': '0.57',
    Precision: '0.69',
    Recall: '0.71',
    'Single tool use: set_temperature': '0.40',
    Failure: '0.06',
  };
  for (const [name, mean] of Object.entries(expected)) {
    const cells = rows.filter({ has: app.page.getByRole('rowheader', { name, exact: true }) });
    await expect(cells.getByRole('cell').first()).toHaveText(mean);
    const tile = app.tile(name.replace('Single tool use: ', ''));
    const label = (await tile.getAttribute('aria-label')) ?? '';
    expect(label).toContain(`mean ${mean},`);
    const interval = /95 % interval (\S+ to \S+);/.exec(label)?.[1] ?? 'no interval';
    await expect(cells.getByRole('cell').nth(1)).toHaveText(interval);
  }
  await means.getByRole('button', { name: /^Show as chart/ }).click();
  await expectDrawn(means);
});

test('counts the rows of each score, metric by metric', async ({ app }) => {
  await openCharts(app);
  const scores = chart(app, 'Scores');
  await expect(scores).toContainText('5 of 14 rows have score 1; 4 not evaluated.');
  await scores.getByRole('combobox', { name: 'Metric' }).selectOption('In-order match');
  await expect(scores).toContainText('7 of 14 rows have score 1; 4 not evaluated.');
  await scores.getByRole('button', { name: /^Show as table/ }).click();
  const cells = scores.getByRole('table').getByRole('row');
  await expect(cells.filter({ hasText: '7' })).toHaveCount(2);
});

test('gives the latency in numbers', async ({ app }) => {
  await openCharts(app);
  await expect(chart(app, 'Latency')).toContainText(/17 rows: mean 1\.55\ss, median 1\.38\ss/);
});

test('draws no latency when none is recorded', async ({ app }) => {
  await app.openFile('big-integers.jsonl');
  await app.expectRows(5);
  await openCharts(app);
  await expectDrawn(chart(app, 'Means'));
  await expect(chart(app, 'Latency')).toBeHidden();
});

test('says so when there is nothing to draw', async ({ app }) => {
  await app.openFile(textFile('prompts.jsonl', '{"prompt": "hello"}\n{"prompt": "hi"}'));
  await app.expectRows(2);
  await openCharts(app);
  await expect(app.page.getByText('there is nothing to draw')).toBeVisible();
});

test('follows another dataset', async ({ app }) => {
  await openCharts(app);
  await expect(chart(app, 'Means')).toContainText('Lowest: Exact match 0.36.');
  await app.openFile('rows.jsonl');
  await app.expectRows(4);
  await openCharts(app);
  await expect(chart(app, 'Means')).toContainText('Highest: Precision 0.75.');
});

test('a bar, a row of its table and a count of a tile show their rows', async ({ app, page }) => {
  const rowsTab = page.getByRole('tab', { name: /^Rows/ });
  await openCharts(app);
  const scores = chart(app, 'Scores');
  await expectDrawn(scores);
  const box = (await scores.locator('canvas').boundingBox()) ?? { width: 0, height: 0 };
  await scores.locator('canvas').click({ position: { x: box.width * 0.3, y: box.height * 0.7 } });
  await expect(rowsTab).toHaveAttribute('aria-selected', 'true');
  await expect(app.filter('Remove Exact match 0')).toBeVisible();
  await expect(page.getByText('9 of 18 rows')).toBeVisible();

  // by keyboard, in place of the bar before
  await openCharts(app);
  await scores.getByRole('button', { name: /^Show as table/ }).click();
  await scores.getByRole('button', { name: '1', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(app.filter('Remove Exact match 1')).toBeVisible();
  await expect(page.getByText('5 of 18 rows')).toBeVisible();

  await app.filter(/^All/).click();
  await app.tiles.getByRole('button', { name: '4 n/e: Recall' }).click();
  await expect(page.getByText('4 of 18 rows')).toBeVisible();
  await app.tiles.getByRole('button', { name: '9 fail: Exact match' }).click();
  await expect(page.getByText('0 of 18 rows', { exact: true })).toBeVisible();
  await app.tiles.getByRole('button', { name: '4 n/e: Recall' }).click();
  await expect(app.tiles.getByRole('button', { name: '9 fail: Exact match' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByText('9 of 18 rows')).toBeVisible();
});

test('a chart becomes a picture with its title', async ({ app, page }) => {
  await openCharts(app);
  await expectDrawn(chart(app, 'Means'));
  const event = page.waitForEvent('download');
  await chart(app, 'Means').getByRole('button', { name: /^PNG/ }).click();
  const file = await event;
  expect(file.suggestedFilename()).toBe('means.png');
  const picture = await readFile(await file.path());
  const box = await chart(app, 'Means').locator('canvas').boundingBox();
  // its signature, then width and height: the drawing with room for title and finding
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.readUInt32BE(16)).toBe(Math.round(box!.width) + 32);
  expect(picture.readUInt32BE(20)).toBeGreaterThan(box!.height + 60);
});
