import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { layoutFaults, useFont } from './layout.ts';
import { expect, Playground, test, textFile } from './playground.ts';
import { jsonl, row } from './rows.ts';

const ROWS = 230;
const isWrongBefore = (at: number): boolean => at % 5 === 1;
const isWrongNow = (at: number): boolean => at % 7 === 3;
const regressed = Array.from({ length: ROWS }, (_, at) => at).filter(
  (at) => isWrongNow(at) && !isWrongBefore(at),
);
const dataset = (isWrong: (at: number) => boolean): string =>
  jsonl(
    Array.from({ length: ROWS }, (_, at) =>
      row(`row-${String(at)}`, isWrong(at) ? 'ab' : 'abc', 'abc', {
        prompt: `question ${String(at)}`,
      }),
    ),
  );

const paperOf = (page: Page) => page.locator('.paper');

/** Waits until the rows of the paper have been read, so that they are there when it is asked for. */
async function expectRead(page: Page, row: number): Promise<void> {
  const prompt = `question ${String(row)}`;
  const isRead = () =>
    page.evaluate((text) => {
      dispatchEvent(new Event('beforeprint'));
      const cells = [...document.querySelectorAll('.paper td')];
      dispatchEvent(new Event('afterprint'));
      return cells.some(({ textContent }) => textContent === text);
    }, prompt);
  await expect.poll(isRead).toBe(true);
}

/** What the browser takes to paper: a sheet of A4, once the page was told of it. */
async function printed(page: Page, act: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light');
  await expect(page.getByRole('banner')).toBeHidden();
  await act();
  for (const font of ['wide', 'narrow'] as const) {
    await useFont(page, font);
    expect.soft(await layoutFaults(page, 'paper'), `${font} letters`).toEqual([]);
  }
  await useFont(page);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null, colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** The run: all of it, whichever tab is open. */
async function expectRun(page: Page, title: string): Promise<void> {
  const paper = paperOf(page);
  await expect(paper.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(paper.getByText('rows follow the reference in order')).toBeVisible();
  const metrics = paper.getByRole('table', { name: 'Metrics' }).first().getByRole('row');
  await expect(metrics.filter({ hasText: 'In-order match' })).toContainText('0.86');
  await expect(paper.getByRole('table', { name: 'Causes' })).toContainText('is missing');
  const rows = paper.getByRole('table', { name: 'Rows', exact: true }).getByRole('row');
  await expect(rows).toHaveCount(201);
  await expect(rows.nth(200)).toContainText('row-199question 199');
  await expect(paper.getByText(`The first 200 of ${String(ROWS)} rows`)).toBeVisible();
}

test('paper has the whole run, a bounded number of rows and the comparison, and so has a report', async ({
  app,
  page,
  context,
}, testInfo) => {
  await app.openFile(textFile('first.jsonl', dataset(isWrongBefore)));
  await app.expectRows(ROWS);
  await app.expectSaved();
  await app.openFile(textFile('second.jsonl', dataset(isWrongNow)));
  await app.expectMeans({ 'In-order match': '0.86' });
  await app.expectSaved();
  await page.getByRole('tab', { name: 'Numbers' }).click();

  // the command waits for the rows
  await page.evaluate(() => Reflect.set(window, 'print', () => Reflect.set(window, 'asked', true)));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('print');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked') as unknown)).toBe(true);
  await printed(page, () => expectRun(page, 'second'));

  await page.keyboard.press('c');
  await page.getByRole('button', { name: /^Regressed/ }).click();
  await expect(page.getByRole('grid', { name: 'Compared rows' })).toContainText('row-3');
  await expectRead(page, regressed.at(-1) ?? 0);
  await printed(page, async () => {
    await expect(paperOf(page).getByText('paired on id: 230 of 230 rows')).toBeVisible();
    await expect(paperOf(page).getByRole('table', { name: 'Metrics' })).toContainText('Precision');
    await expect(paperOf(page).getByRole('table', { name: 'Rows with score 1' })).toBeVisible();
    const pairs = paperOf(page).getByRole('table', { name: 'Compared rows' }).getByRole('row');
    await expect(pairs).toHaveCount(1 + regressed.length);
    await expect(pairs.nth(1)).toContainText('row-3');
  });
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  await expect(app.headline).toBeVisible();
  await printed(page, async () => {
    await expectRun(page, 'second');
    await expect(paperOf(page).getByRole('table', { name: 'Compared rows' })).toBeVisible();
  });

  const download = page.waitForEvent('download');
  await app.choose('Download', 'HTML report');
  const path = testInfo.outputPath('report.html');
  writeFileSync(path, readFileSync(await (await download).path()));
  const report = new Playground(await context.newPage());
  await report.page.goto(pathToFileURL(path).href);
  await report.expectRows(ROWS);
  await expectRead(report.page, 199);
  await printed(report.page, () => expectRun(report.page, 'second'));
});
