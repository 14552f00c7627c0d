import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Playground } from './playground.ts';

function figure(app: Playground, title: string): Locator {
  return app.page.getByRole('figure', { name: title, exact: true });
}

async function saved(page: Page, of: Locator, button: RegExp) {
  const event = page.waitForEvent('download');
  await of.getByRole('button', { name: button }).click();
  const file = await event;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('figures are drawn, lead to rows by a click, and leave as SVG, PNG and CSV', async ({
  app,
  page,
}) => {
  await page.getByRole('tab', { name: 'Numbers' }).click();
  for (const title of ['Means', 'Scores', 'Pass rate by room', 'Time'])
    await expect(figure(app, title).getByRole('img')).toBeVisible();

  const means = figure(app, 'Means');
  await means.getByRole('button', { name: /^Table/ }).click();
  await expect(means.getByRole('img')).toBeHidden();
  await expect(means.getByRole('rowheader', { name: 'Precision' })).toBeVisible();
  await means.getByRole('button', { name: /^Table/ }).click();

  const svg = await saved(page, means, /^SVG/);
  expect(svg.name).toBe('on-device-home-assistant-metric-means.svg');
  const text = svg.content.toString();
  for (const part of ['Mean score', '95 % intervals: Wilson', 'On-device home assistant (18 rows'])
    expect(text).toContain(part);
  expect(text).not.toContain('var(');
  const scores = await saved(page, figure(app, 'Scores'), /^SVG/);
  for (const part of ['>Rows</text>', '>0 · 8 rows</text>', '<path d="M'])
    expect(scores.content.toString()).toContain(part);
  // three times the width of the SVG
  const width = Number(/ width="(\d+)"/.exec(text)?.[1]);
  for (const title of ['Means', 'Scores']) {
    const png = await saved(page, figure(app, title), /^PNG/);
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    expect(png.content.readUInt32BE(16)).toBe(3 * width);
  }
  const csv = await saved(page, figure(app, 'Time'), /^CSV/);
  expect(csv.content.toString()).toMatch(/^time,rows\r\n0\.\d+\ss to 0\.\d+\ss,\d+\r\n/);

  await figure(app, 'Scores').locator('rect').first().click();
  await expect(page.getByRole('tab', { name: /^Rows/ })).toHaveAttribute('aria-selected', 'true');
  await expect(app.filter('Remove In-order match 0')).toBeVisible();
  await expect(page.getByText('8 of 18 rows')).toBeVisible();
  await app.filter(/^All/).click();

  await page.getByRole('tab', { name: 'Numbers' }).click();
  await figure(app, 'Pass rate by room').locator('rect').nth(1).click();
  await expect(app.filter('Remove room: kitchen')).toBeVisible();
});
