import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { longRows } from '../e2e/large-files.ts';
import { expect, openOwnPage, test, textFile } from '../e2e/playground.ts';
import { storedCount } from '../e2e/stored.ts';

const ROUNDS = 40;
const ROWS = 1500;

const REST_S = 20;

interface Held {
  readonly heap: number;
  readonly nodes: number;
}

/** What the page holds once nothing is left to be thrown away. */
async function measure(cdp: CDPSession): Promise<Held> {
  // what is only weakly held goes with the second
  for (let times = 0; times < 2; times++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  return { heap, nodes };
}

/** The least it holds while nothing is done: the browser lets go of a screen it left after some 10 s. */
async function measureAtRest(cdp: CDPSession): Promise<Held> {
  let least = await measure(cdp);
  for (let second = 0; second < REST_S; second++) {
    await pause(1000);
    const { heap, nodes } = await measure(cdp);
    least = { heap: Math.min(least.heap, heap), nodes: Math.min(least.nodes, nodes) };
  }
  return least;
}

test('the same data opened, looked at and deleted 40 times leaves nothing behind', async ({
  browser,
  baseURL,
}) => {
  const { app, page, context, close } = await openOwnPage(browser, baseURL);
  const file = textFile('rows.jsonl', [...longRows(ROWS)].join('\n'));
  const cdp = await context.newCDPSession(page);
  const runs = page.getByRole('table', { name: 'Runs' });
  let early: Held | undefined;
  let workers = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await app.openFile(file);
    await app.expectRows(ROWS);
    await app.expectSaved();
    expect(await storedCount(page, 'runs')).toBe(2);
    expect(await storedCount(page, 'sources')).toBe(2);
    await page.getByRole('combobox', { name: 'Filter rows by text' }).fill('r-123');
    await expect(page.getByText(/^11 of 1,500 rows/)).toBeVisible();
    await page.getByRole('combobox', { name: 'Filter rows by text' }).fill('');
    await page.getByRole('tab', { name: 'Numbers' }).click();
    await expect(page.getByRole('img', { name: /mean/i }).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Rows' }).click();
    await page.getByRole('link', { name: 'Runs' }).click();
    await app.choose('More about rows', 'Delete');
    await expect(runs.getByRole('link')).toHaveCount(1);
    await runs.getByRole('link', { name: 'On-device home assistant' }).click();
    await app.expectRows(18);
    for (const store of ['runs', 'sources', 'chunks'] as const)
      await expect.poll(() => storedCount(page, store), store).toBe(1);
    if (round !== 9) continue;
    workers = page.workers().length;
    early = await measureAtRest(cdp);
  }
  expect(page.workers()).toHaveLength(workers);
  await expect(page.locator('iframe')).toHaveCount(0);
  // what undo keeps of deleted runs is gone with its notice
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const late = await measureAtRest(cdp);
  expect(late.nodes).toBeLessThan((early?.nodes ?? 0) + 500);
  expect(late.heap).toBeLessThan((early?.heap ?? 0) + 5_000_000);
  await close();
});
