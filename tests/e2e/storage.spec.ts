import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './kept-browser.ts';
import { textFile, Playground } from './playground.ts';
import { jsonl, openLargeFile, THREE_ROWS } from './rows.ts';
import { storedCount } from './stored.ts';

const THREE = textFile('three.jsonl', jsonl(THREE_ROWS));

async function devtools(page: Page): Promise<{ cdp: CDPSession; origin: string }> {
  return { cdp: await page.context().newCDPSession(page), origin: new URL(page.url()).origin };
}

function banner(page: Page, title: string) {
  return page.getByRole('alert').filter({ hasText: title });
}

async function goToRuns(page: Page) {
  await page.getByRole('link', { name: 'Runs' }).click();
  return page.getByRole('table', { name: 'Runs' });
}

test('a disk that is full leaves the run open and the older runs whole, and is said', async ({
  startBrowser,
  baseURL,
}) => {
  const app = await startBrowser();
  const { page } = app;
  const cdp = await page.context().newCDPSession(page);
  const { origin } = new URL(baseURL ?? '');
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_500_000 });
  await app.open();
  const { rowCount } = await openLargeFile(page, 'mine.jsonl', 5_000_000);
  await app.expectRows(rowCount);
  await app.expectSaved();
  await app.showData();
  await page.getByRole('tab', { name: 'Columns' }).click();
  await page.getByRole('combobox', { name: 'Column for prompt', exact: true }).selectOption('id');
  await expect(banner(page, 'Storage is full.')).toBeVisible();
  await expect(page.getByText('Saved locally')).toBeHidden();
  await app.row('big-0').click();
  await expect(app.panel).toContainText('big-0');
  const table = await goToRuns(page);
  await expect(table.getByRole('link')).toHaveText(['mine', 'On-device home assistant']);
  await table.getByRole('link', { name: 'On-device home assistant' }).click();
  await app.expectRows(18);
  await app.expectScores('hd-05', ['0', '0', '0', '0.80', '0.67']);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin });
  await app.openFile(THREE);
  await app.expectRows(3);
  await app.expectSaved();
});

test('two tabs keep the runs of both, and list no more what the other deleted', async ({
  app,
  page,
  context,
}) => {
  // two first visits at the same moment would each store the sample
  await app.expectSaved();
  const other = new Playground(await context.newPage());
  await other.open();
  await Promise.all([app.openFile(THREE), other.openFile({ ...THREE, name: 'other.jsonl' })]);
  for (const tab of [app, other]) {
    await tab.expectRows(3);
    await tab.expectSaved();
  }
  await page.reload();
  const table = await goToRuns(page);
  await expect(table.getByRole('link')).toHaveCount(3);
  await other.page.reload();
  await goToRuns(other.page);
  await other.choose('More about On-device home assistant', 'Delete');
  await expect(other.page.getByText('Deleted “On-device home assistant”.')).toBeVisible();
  // the list of this tab follows
  await expect(table.getByRole('link', { name: 'On-device home assistant' })).toBeHidden();
  await expect(table.getByRole('link')).toHaveCount(2);
});

test(
  'a crash amid scoring keeps the rows that were stored, and the run is gone on with',
  { tag: '@long' },
  async ({ app, context }) => {
    const { rowCount } = await crashAmid(app);
    const again = new Playground(await context.newPage());
    await again.page.goto('./#/runs');
    const table = again.page.getByRole('table', { name: 'Runs' });
    const line = table.getByRole('row').filter({ hasText: 'interrupted' });
    await expect(line).toBeVisible();
    const chunks = await storedCount(again.page, 'chunks');
    await line.getByRole('link').click();
    await expect(again.status).toContainText(/^[1-9][\d,]* rows scored/);
    await again.row('big-0').click();
    await expect(again.panel).toContainText('big-0');
    await goToRuns(again.page);
    await again.choose('More about large', 'Resume');
    await again.expectRows(rowCount);
    await again.expectSaved();
    await again.expectMeans({ 'Exact match': '1.00' });
    expect(await storedCount(again.page, 'chunks')).toBeGreaterThan(chunks);
    await again.page.reload();
    await again.expectRows(rowCount);
    await goToRuns(again.page);
    await expect(table.getByRole('link')).toHaveText(['large', 'On-device home assistant']);
    await expect(table.getByText('interrupted')).toBeHidden();
  },
);

/**
 * Crashes the page while it scores a large file: it comes to a stand as it stores the third chunk
 * of the rows.
 */
async function crashAmid({ page }: Playground): Promise<{ rowCount: number }> {
  await expect(page.getByText('Saved locally')).toBeVisible();
  const { cdp } = await devtools(page);
  const crashed = page.waitForEvent('crash');
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value: { index?: number }, key?: IDBValidKey) {
      if (this.name === 'chunks' && value.index === 2) {
        console.log('stands still');
        for (;;);
      }
      return put.call(this, value, key);
    };
  });
  const stands = page.waitForEvent('console', (message) => message.text() === 'stands still');
  const opened = await openLargeFile(page, 'large.jsonl', 20_000_000);
  await stands;
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  return opened;
}
