import { rm, truncate } from 'node:fs/promises';
import { holdSlices, prepareSlices, releaseSlices } from './held-slices.ts';
import { expect, test } from './kept-browser.ts';
import { awaitWorkers, openOwnPage, type Playground } from './playground.ts';
import { longRows, writeLines } from './large-files.ts';
import { THREE_ROWS } from './rows.ts';

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
  await page.getByRole('combobox', { name: 'Filter rows by text' }).fill('r-1345');
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
  await expect(
    page.getByText(/The browser lost access to it\..* What is open stays\./),
  ).toBeVisible();
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

test('code that cannot be loaded is said, and the table and the row work without it', async ({
  browser,
  baseURL,
}) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, {
    allow: /Failed to load resource|Failed to fetch dynamically imported module/,
    // what is known already is not asked for again
    prepare: (context) => context.route(/rest-[^/]*\.js/, (route) => route.abort()),
  });
  await app.expectSaved();
  const alert = page.getByRole('alert');
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(alert).toContainText('A part of the page could not be loaded.');
  await expect(alert).toContainText('A new version may have been published.');
  await page.goBack();
  await app.expectRows(18);
  await alert.getByRole('button', { name: 'Close' }).click();

  const metrics = page.getByRole('button', { name: 'Metrics', exact: true });
  for (let opened = 0; opened < 2; opened++) {
    await metrics.click();
    await expect(alert).toContainText('A part of the page could not be loaded.');
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toBeHidden();
  }
  await app.row('hd-03').click();
  await expect(app.panel).toBeVisible();

  await metrics.click();
  // a request that is being refused would hang
  await expect(alert).toContainText('A part of the page could not be loaded.');
  await page.context().unroute(/rest-[^/]*\.js/);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await app.expectRows(18);
  await metrics.click();
  await expect(page.getByRole('dialog', { name: 'Metrics' })).toBeVisible();
  await close();
});

test('an error that nothing in a worker handles is shown, thrown or rejected', async ({
  browser,
  baseURL,
}) => {
  const { page, close } = await openOwnPage(browser, baseURL, { allow: /Thrown|Rejected/ });
  await awaitWorkers(page);
  const alert = page.getByRole('alert');
  const worker = page.workers()[0]!;
  // a worker is there before its code is
  await expect(async () => {
    await worker.evaluate(() => {
      void Promise.reject(new TypeError('Rejected: cannot read device_id 12345'));
    });
    await expect(alert).toContainText('(TypeError)', { timeout: 1000 });
  }).toPass();
  await alert.getByRole('button', { name: 'Close' }).click();
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('Thrown: invalid index');
    });
  });
  await expect(alert).toContainText('(RangeError)');
  await close();
});

test('a page from a host without https scores and keeps runs', async ({ browser, baseURL }) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, {
    // browsers have these on secure pages only
    prepare: (context) =>
      context.addInitScript(() => {
        for (const name of ['locks', 'storage', 'clipboard', 'serviceWorker'])
          Reflect.deleteProperty(Navigator.prototype, name);
        for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
      }),
  });
  await app.scoreRows('mine', THREE_ROWS);
  await page.reload();
  await app.expectRows(THREE_ROWS.length);
  await close();
});
