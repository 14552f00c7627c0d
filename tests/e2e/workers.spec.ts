import type { Page } from '@playwright/test';
import { expect, test, textFile, type Playground } from './playground.ts';
import { jsonl, openLargeFile, THREE_ROWS } from './rows.ts';

const THREE = textFile('three.jsonl', jsonl(THREE_ROWS));

const notices = (app: Playground) => app.page.getByRole('status', { name: 'Notices' });

async function expectThreeRows(app: Playground): Promise<void> {
  await app.expectRows(3);
  await app.expectMeans({ 'Exact match': '0.33', 'In-order match': '0.67', Precision: '0.83' });
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await app.row('r-extra').click();
  await expect(app.panel).toContainText('Prompt of r-extra');
  await app.expectSaved();
}

/** The workers get ready for larger files a moment after the first screen. */
const IDLE_AFTER_MS = 2500;

/** Ends every worker from within, as a crash would: the page is not told. */
async function closeWorkers(page: Page): Promise<void> {
  await page.waitForTimeout(IDLE_AFTER_MS);
  for (const worker of page.workers()) {
    await worker.evaluate(() => self.close()).catch(() => undefined);
  }
}

/** Makes every worker turn in circles. */
async function hangWorkers(page: Page): Promise<void> {
  await page.waitForTimeout(IDLE_AFTER_MS);
  for (const worker of page.workers()) {
    void worker
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined);
  }
}

/** Has every worker end in the middle of its next slice. */
async function closeWorkersAmid(page: Page): Promise<void> {
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = function () {
        // the rows to be printed are read at once too, but are less
        if (this.size > 1_000_000) self.close();
        return read.call(this);
      };
    });
  }
}

/** Has every worker turn in circles in the middle of its next slice. */
async function hangWorkersAmid(page: Page): Promise<void> {
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      const read = Blob.prototype.arrayBuffer;
      const parse = JSON.parse.bind(JSON);
      let isSlice = false;
      let count = 0;
      Blob.prototype.arrayBuffer = function () {
        isSlice ||= this.size > 1_000_000;
        return read.call(this);
      };
      JSON.parse = (text: string): unknown => {
        while (isSlice && ++count > 200);
        return parse(text);
      };
    });
  }
}

test('replaces workers that died before they were needed', async ({ app, page }) => {
  await closeWorkers(page);
  await app.openFile(THREE);
  await expectThreeRows(app);
});

test('replaces workers that hang, says so and completes the result', async ({ app, page }) => {
  await hangWorkers(page);
  await app.openFile(THREE);
  await expect(notices(app)).toContainText('A worker stopped answering and was replaced');
  await expectThreeRows(app);
});

test('reads rows again after their worker died', async ({ app, page }) => {
  await closeWorkers(page);
  await app.row('hd-05').click();
  await expect(app.panel).toContainText('Lights out, both doors locked');
  await app.filter(/^Exact fails/).click();
  await expect(app.row('hd-03')).toBeHidden();
  await expect(app.row('hd-04')).toBeVisible();
});

for (const { how, says, stop } of [
  { how: 'dies', says: 'A worker crashed', stop: closeWorkersAmid },
  { how: 'hangs', says: 'A worker stopped answering', stop: hangWorkersAmid },
]) {
  test(`a worker that ${how} amid a file is missed at once and costs no row`, async ({
    app,
    page,
  }) => {
    for (const name of ['rows.jsonl', 'rows.csv']) {
      await page.waitForTimeout(IDLE_AFTER_MS);
      await stop(page);
      const openedAtMs = Date.now();
      const { rowCount } = await openLargeFile(page, name, 8_000_000);
      await expect(notices(app)).toContainText(says);
      console.log(`${name}: a worker that ${how} was missed ${Date.now() - openedAtMs} ms after`);
      await app.expectRows(rowCount);
      await app.expectMeans({ 'Exact match': '1.00' });
      await expect(app.tile('Exact match')).toHaveAccessibleName(
        new RegExp(`${rowCount.toLocaleString('en')} valid, 0 not evaluated`),
      );
      await app.expectSaved();
      await page.reload();
      await app.expectRows(rowCount);
    }
  });
}

test('says when the code of the workers cannot be loaded', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await context.route(/evaluation[^/]*\.js/, (route) => route.abort());
  await page.goto('./');
  await expect(
    page.getByText('The code that scores could not be loaded. Reload the page.').first(),
  ).toBeVisible();
  await context.unroute(/evaluation[^/]*\.js/);
  await page.reload();
  await expect(page.getByRole('contentinfo').getByRole('status')).toContainText('18 rows scored');
});

test('says when the code that shows results cannot be loaded', async ({
  app,
  page,
  context,
  allowConsole,
  allowUncaught,
}) => {
  allowConsole(/Failed to load resource/);
  allowUncaught(/Failed to fetch dynamically imported module/);
  await context.route(/results-[^/]*\.js/, (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('alert')).toHaveText(
    'The code that shows results could not be loaded. Reload the page.',
  );
  await context.unroute(/results-[^/]*\.js/);
  await page.reload();
  await app.expectRows(18);
});

test('Cancel frees the page at once and leaves nothing half stored', async ({ app, page }) => {
  await app.expectSaved();
  await openLargeFile(page, 'large.jsonl', 64_000_000);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(page.getByText(/^[1-9][\d,]* rows · /)).toBeVisible();
  const tookMs = await cancel.evaluate(async (button: HTMLElement) => {
    const startedAtMs = performance.now();
    button.click();
    while (button.isConnected) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - startedAtMs;
  });
  console.log(`Cancel freed the page after ${tookMs.toFixed(0)} ms`);
  await expect(notices(app)).toContainText('Cancelled.');

  await app.openFile(THREE);
  await expectThreeRows(app);
  await expect.poll(() => countRecords(page)).toEqual({ runs: 2, sources: 2, chunks: 2 });
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 runs of 2 datasets');
});

/** Counts what the page has stored, past the page. */
function countRecords(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no reason'));
      });
    const database = await done(indexedDB.open('trajectory-playground'));
    const counts: Record<string, number> = {};
    for (const name of ['runs', 'sources', 'chunks']) {
      counts[name] = await done(database.transaction(name).objectStore(name).count());
    }
    database.close();
    return counts;
  });
}

test('Escape cancels too, and what was typed can be scored again', async ({ app, page }) => {
  await openLargeFile(page, 'large.jsonl', 40_000_000);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await expect(notices(app)).toContainText('Cancelled.');
  await app.openFile(THREE);
  await expectThreeRows(app);
});
