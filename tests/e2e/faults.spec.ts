import { createWriteStream } from 'node:fs';
import { rm, truncate } from 'node:fs/promises';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { test } from './kept-browser.ts';
import { Playground } from './playground.ts';
import { storedStates } from './stored.ts';

/** Writes lines to a file; gives its path. */
async function writeLines(path: string, lines: Iterable<string>): Promise<string> {
  const file = createWriteStream(path);
  for (const line of lines) {
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return path;
}

function line(id: number, padding: number): string {
  const calls = [{ tool_name: 'a', tool_input: { n: id } }];
  const row = { id: `r-${String(id)}`, prompt: 'x'.repeat(padding) };
  return JSON.stringify({ ...row, predicted_trajectory: calls, reference_trajectory: calls });
}

function* rows(count: number, padding = 2000): Generator<string> {
  for (let id = 0; id < count; id++) yield line(id, padding);
}

const ROWS = 6000;
const MOMENTS = 20;
/** Long enough for the last moments to lie after the run is stored. */
const STEP_MS = 90;

test('a page killed at 20 moments loses no run it said was saved, and shows none by halves', async ({
  context,
}, testInfo) => {
  test.setTimeout(300_000);
  const path = await writeLines(testInfo.outputPath('rows.jsonl'), rows(ROWS));
  const survived = { complete: 0, interrupted: 0, none: 0 };
  for (let moment = 0; moment < MOMENTS; moment++) {
    const app = new Playground(await context.newPage());
    const { page } = app;
    await app.open();
    await page.locator('input[type=file]').first().setInputFiles(path);
    // spread over reading, storing and the time after
    await page.waitForTimeout(moment * STEP_MS);
    const wasSaved =
      (await page.getByRole('textbox', { name: 'Dataset title' }).inputValue()) === 'rows' &&
      (await page.getByText('Saved locally').isVisible());
    const cdp = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    void cdp.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();

    const again = new Playground(await context.newPage());
    await again.page.goto('./#/runs');
    const runs = again.page.getByRole('table', { name: 'Runs' });
    await expect(runs.getByRole('link').first()).toBeVisible();
    // the page closes runs whose page went away a moment after it has listed the others
    await expect.poll(() => storedStates(again.page)).not.toContain('running');
    await again.page.reload();
    await expect(runs.getByRole('link').first()).toBeVisible();
    const mine = runs.getByRole('link', { name: 'rows', exact: true });
    const isThere = (await mine.count()) > 0;
    const isWhole = isThere && !(await runs.getByText('interrupted').isVisible());
    if (wasSaved) expect(isWhole, `moment ${String(moment)}`).toBe(true);
    if (isThere) {
      await mine.click();
      if (isWhole) await again.expectRows(ROWS);
      else await expect(again.status).toContainText(/^[1-9][\d,]* rows scored/);
      await again.row('r-0').click();
      await expect(again.panel).toContainText('r-0');
      await again.page.getByRole('link', { name: 'Runs' }).click();
      await again.choose('More about rows', isWhole ? 'Delete' : 'Discard');
      await expect(mine).toBeHidden();
    }
    survived[isWhole ? 'complete' : isThere ? 'interrupted' : 'none']++;
    await again.page.close();
  }
  console.log(
    `kills ${String(MOMENTS)}: complete ${String(survived.complete)}, interrupted ${String(survived.interrupted)}, not begun to be stored ${String(survived.none)}; saved runs lost 0, shown by halves 0`,
  );
});

test('a file cut short while it is read is said, and what is stored stays', async ({
  app,
  page,
}, testInfo) => {
  const path = await writeLines(testInfo.outputPath('cut.jsonl'), rows(20_000));
  await app.expectSaved();
  await page.locator('input[type=file]').first().setInputFiles(path);
  // the browser has noted the file's size by now
  await expect(app.status).toContainText('Scoring cut');
  await truncate(path, 1000);
  await expect(app.receipt).toContainText('The browser lost access to it.');
  await rm(path);
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'On-device home assistant' }).click();
  await app.expectRows(18);
});

test('a file changed after it was scored is read from the stored copy', async ({
  startBrowser,
}, testInfo) => {
  const app = await startBrowser();
  const { page } = app;
  await app.open();
  const path = await writeLines(testInfo.outputPath('changed.jsonl'), rows(4000));
  await page.locator('input[type=file]').first().setInputFiles(path);
  await app.expectRows(4000);
  await app.expectSaved();
  await truncate(path, 1000);
  await app.row('r-3').click();
  await page.keyboard.press('End');
  await expect(app.row('r-3999')).toContainText('xxx');
  await expect(app.panel).toContainText('r-3999');
  await expect(page.getByText('read from the copy under Runs')).toHaveCount(1);
  await rm(path);
  await page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('r-2345');
  await expect(page.getByText('1 of 4,000 rows')).toBeVisible();
});

test('a private window, which keeps no copy, says once that the file is gone', async ({
  app,
  page,
}, testInfo) => {
  const path = await writeLines(testInfo.outputPath('gone.jsonl'), rows(4000));
  await page.locator('input[type=file]').first().setInputFiles(path);
  await app.expectRows(4000);
  await app.expectSaved();
  await rm(path);
  await app.row('r-3').click();
  await page.keyboard.press('End');
  await expect(page.getByRole('alert')).toHaveText(/The file can no longer be read/);
  await app.expectMeans({ 'Exact match': '1.00' });
});

test('a line of 60 MB is a row like the others; one of 200 MB is skipped, and neither costs another', async ({
  app,
  page,
}, testInfo) => {
  test.setTimeout(120_000);
  const path = await writeLines(testInfo.outputPath('long.jsonl'), [
    ...rows(3, 10),
    line(3, 60_000_000),
    line(4, 200_000_000),
    line(5, 10),
  ]);
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(app.status).toContainText(/^5 rows scored/, { timeout: 60_000 });
  await expect(app.receipt).toContainText('Line 5 skipped.');
  await app.row('r-5').click();
  await expect(app.panel).toContainText('r-5');
  const cdp = await page.context().newCDPSession(page);
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  console.log(
    `a line of 200 MB: 5 of 6 rows survived; heap of the page ${(usedSize / 1e6).toFixed(0)} MB`,
  );
  await rm(path);
});

test('a million broken lines are counted, not kept one by one', async ({ app, page }, testInfo) => {
  test.setTimeout(90_000);
  function* broken(): Generator<string> {
    yield line(0, 10);
    for (let at = 0; at < 1_000_000; at++) yield '{"id": oops';
    yield line(1, 10);
  }
  const path = await writeLines(testInfo.outputPath('broken.jsonl'), broken());
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(app.status).toContainText(/^2 rows scored/, { timeout: 60_000 });
  await expect(app.receipt).toContainText('1,000,000');
  await app.row('r-1').click();
  await expect(app.panel).toContainText('r-1');
});

test('two tabs score and store at once', async ({ app, page, context }, testInfo) => {
  const path = await writeLines(testInfo.outputPath('rows.jsonl'), rows(ROWS));
  const other = new Playground(await context.newPage());
  await other.open();
  const open = (tab: Playground): Promise<void> =>
    tab.page.locator('input[type=file]').first().setInputFiles(path);
  await Promise.all([open(app), open(other)]);
  for (const tab of [app, other]) {
    await tab.expectRows(ROWS);
    await tab.expectSaved();
  }
  await page.reload();
  await app.expectRows(ROWS);
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('link', { name: 'rows', exact: true })).toHaveCount(2);
});
