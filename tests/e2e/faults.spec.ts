import { rm, truncate } from 'node:fs/promises';
import { holdSlices, prepareSlices, releaseSlices } from './held-slices.ts';
import { expect, test } from './kept-browser.ts';
import { openOwnPage, Playground } from './playground.ts';
import { longRows, writeLines } from './large-files.ts';

const open = (app: Playground, path: string): Promise<void> =>
  app.page.locator('input[type=file]').first().setInputFiles(path);

test('a file changed after it was scored is read from the stored copy', async ({
  startBrowser,
}, testInfo) => {
  const app = await startBrowser();
  const { page } = app;
  await app.open();
  const path = await writeLines(testInfo.outputPath('changed.jsonl'), longRows(2000));
  await open(app, path);
  await app.expectRows(2000);
  await app.expectSaved();
  await truncate(path, 1000);
  await app.row('r-3').click();
  await page.keyboard.press('End');
  await expect(app.row('r-1999')).toContainText('xxx');
  await expect(app.panel).toContainText('r-1999');
  await expect(page.getByText('read from the copy under Runs')).toHaveCount(1);
  await rm(path);
  await page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('r-1345');
  await expect(page.getByText('1 of 2,000 rows')).toBeVisible();
});

test('a file that goes away is said, while it is read and after, in a window that keeps no copy', async ({
  browser,
  baseURL,
}, testInfo) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, { prepare: prepareSlices });
  await app.expectSaved();
  const cut = await writeLines(testInfo.outputPath('cut.jsonl'), longRows(2000));
  await holdSlices(page);
  await open(app, cut);
  // the browser has noted the file's size by now, and its first slice is read
  await expect(page.getByText(/^[1-9][\d,]* rows · /)).toBeVisible();
  await truncate(cut, 1000);
  await releaseSlices(page);
  await expect(app.receipt).toContainText('The browser lost access to it.');
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'On-device home assistant' }).click();
  await app.expectRows(18);

  const gone = await writeLines(testInfo.outputPath('gone.jsonl'), longRows(2000));
  await open(app, gone);
  await app.expectRows(2000);
  await app.expectSaved();
  await rm(gone);
  await app.row('r-3').click();
  await page.keyboard.press('End');
  await expect(page.getByRole('alert')).toHaveText(/The file can no longer be read/);
  await app.expectMeans({ 'Exact match': '1.00' });
  await close();
});

test('two tabs score and store at once', async ({ browser, baseURL }, testInfo) => {
  const { app, page, context, close } = await openOwnPage(browser, baseURL);
  const path = await writeLines(testInfo.outputPath('rows.jsonl'), longRows(3000));
  const other = new Playground(await context.newPage());
  await other.open();
  await Promise.all([open(app, path), open(other, path)]);
  for (const tab of [app, other]) {
    await tab.expectRows(3000);
    await tab.expectSaved();
  }
  await page.reload();
  await app.expectRows(3000);
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('link', { name: 'rows', exact: true })).toHaveCount(2);
  await close();
});
