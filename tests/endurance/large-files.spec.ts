import { rm } from 'node:fs/promises';
import { longRow, longRows, writeLines } from '../e2e/large-files.ts';
import { expect, test } from '../e2e/playground.ts';

test('a line of 60 MB is a row like the others; one of 200 MB is skipped, and neither costs another', async ({
  app,
  page,
}, testInfo) => {
  const path = await writeLines(testInfo.outputPath('long.jsonl'), [
    ...longRows(3, 10),
    longRow(3, 60_000_000),
    longRow(4, 200_000_000),
    longRow(5, 10),
  ]);
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(app.status).toContainText(/^5 rows scored/);
  await app.showData();
  await expect(app.receipt).toContainText('Line 5 skipped.');
  await app.row('r-5').click();
  await expect(app.panel).toContainText('r-5');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  // the page itself never holds what the lines hold
  expect(usedSize).toBeLessThan(60_000_000);
  await rm(path);
});

test('a million broken lines are counted, not kept one by one', async ({ app, page }, testInfo) => {
  function* broken(): Generator<string> {
    yield longRow(0, 10);
    for (let at = 0; at < 1_000_000; at++) yield '{"id": oops';
    yield longRow(1, 10);
  }
  const path = await writeLines(testInfo.outputPath('broken.jsonl'), broken());
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(app.status).toContainText(/^2 rows scored/);
  await app.showData();
  await expect(app.receipt).toContainText('1,000,000');
  await app.row('r-1').click();
  await expect(app.panel).toContainText('r-1');
  await rm(path);
});
