import type { Page } from '@playwright/test';
import { holdSlices, prepareSlices } from './held-slices.ts';
import {
  awaitWorkers,
  expect,
  openOwnPage,
  seenBefore,
  test,
  textFile,
  type Playground,
} from './playground.ts';
import { jsonl, openLargeFile, THREE_ROWS } from './rows.ts';
import { storedCount } from './stored.ts';

const THREE = textFile('three.jsonl', jsonl(THREE_ROWS));
const FILE_BYTES = 20_000_000;
/** Slices of such a file are larger, all else that a worker reads at once is smaller. */
const SLICE_BYTES = 2_500_000;

const notices = (app: Playground) => app.page.getByRole('status', { name: 'Notices' });

/** Has every worker end in the middle of its next slice: the page is not told. */
async function closeWorkersAmid(page: Page): Promise<void> {
  for (const worker of page.workers()) {
    await worker.evaluate((bytes) => {
      const read = Blob.prototype.stream;
      Blob.prototype.stream = function () {
        if (this.size > bytes) self.close();
        return read.call(this);
      };
    }, SLICE_BYTES);
  }
}

/** Has every worker turn in circles in the middle of its next slice. */
async function hangWorkersAmid(page: Page): Promise<void> {
  for (const worker of page.workers()) {
    await worker.evaluate((bytes) => {
      const read = Blob.prototype.stream;
      const draw = crypto.getRandomValues.bind(crypto);
      let isSlice = false;
      Blob.prototype.stream = function () {
        isSlice ||= this.size > bytes;
        return read.call(this);
      };
      // what is scanned has a seed of its own
      crypto.getRandomValues = (array) => {
        while (isSlice);
        return draw(array);
      };
    }, SLICE_BYTES);
  }
}

for (const { how, says, name, stop, tag } of [
  { tag: [], how: 'dies', says: 'A worker crashed', name: 'rows.csv', stop: closeWorkersAmid },
  {
    tag: '@long',
    how: 'hangs',
    says: 'A worker stopped responding',
    name: 'rows.jsonl',
    stop: hangWorkersAmid,
  },
]) {
  test(
    `a worker that ${how} amid a file is missed and costs no row`,
    { tag },
    async ({ browser, baseURL }) => {
      const { app, page, close } = await openOwnPage(browser, baseURL);
      await awaitWorkers(page);
      await stop(page);
      const { rowCount } = await openLargeFile(page, name, FILE_BYTES);
      await expect(notices(app)).toContainText(says);
      await app.expectRows(rowCount);
      await expect(app.tile('Exact match')).toHaveAccessibleName(
        new RegExp(`: mean 1\\.00, .*${rowCount.toLocaleString('en')} scored, 0 left out`),
      );
      await close();
    },
  );
}

test('memory that is freed amid a file takes no read away', async ({ browser, baseURL }) => {
  const { app, page, close } = await openOwnPage(browser, baseURL);
  await awaitWorkers(page);
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      const { gc } = globalThis as unknown as { gc: () => void };
      setInterval(gc, 3);
    });
  }
  // a read that never ends would be noticed after twenty seconds, and done again
  for (const name of ['rows.jsonl', 'rows.csv']) {
    const { rowCount } = await openLargeFile(page, name, FILE_BYTES);
    await app.expectRows(rowCount);
  }
  await expect(notices(app)).not.toContainText('A worker');
  await close();
});

const LOAD_FAILURES = /Failed to load resource|Failed to fetch dynamically imported module/;

test('shows the first sample without a worker, and says when their code cannot be loaded', async ({
  browser,
  baseURL,
}) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, {
    // who asks a worker in vain fails: the page's banner comes from that
    allow: new RegExp(`${LOAD_FAILURES.source}|The code that scores could not be loaded`),
    isBlank: true,
  });
  const chunk = /evaluation[^/]*\.js/;
  await page.route(chunk, (route) => route.abort());
  await seenBefore(page);
  await page.goto('./');
  await app.expectRows(18);
  await app.expectMeans({ 'Exact match': '0.38', Recall: '0.69' });
  await expect(app.row('hd-05')).toContainText('fail');
  await expect(page.getByText('A part of the page could not be loaded.')).toBeVisible();
  await app.openFile(THREE);
  await expect(
    page.getByText('The code that scores could not be loaded. Reload').first(),
  ).toBeVisible();
  await page.unroute(chunk);
  await page.reload();
  await app.openFile(THREE);
  await app.expectRows(3);
  await close();
});

test('says when the code of the screens cannot be loaded', async ({ browser, baseURL }) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, {
    allow: LOAD_FAILURES,
    isBlank: true,
  });
  const chunk = /playground-[^/]*\.js/;
  await page.route(chunk, (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('A part of the page could not be loaded.');
  await page.unroute(chunk);
  await page.reload();
  await app.expectRows(18);
  await close();
});

test('Cancel and Escape free the page amid a file and leave nothing half stored', async ({
  browser,
  baseURL,
}) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, { prepare: prepareSlices });
  await app.expectSaved();
  await holdSlices(page);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  const stops = [() => cancel.click(), () => page.keyboard.press('Escape')];
  for (const stop of stops) {
    await openLargeFile(page, 'large.jsonl', 4_000_000);
    await expect(page.getByText(/^[1-9][\d,]* rows · /)).toBeVisible();
    await stop();
    await expect(cancel).toBeHidden();
    await expect(notices(app)).toContainText('Cancelled.');
  }
  await app.openFile(THREE);
  await app.expectRows(3);
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await app.expectSaved();
  for (const store of ['runs', 'sources', 'chunks'] as const)
    await expect.poll(() => storedCount(page, store), store).toBe(2);
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 runs of 2 task sets');
  await close();
});
