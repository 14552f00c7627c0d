import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../e2e/playground.ts';
import { jsonl, row, THREE_ROWS } from '../e2e/rows.ts';
import { firefox } from './firefox.ts';
import { RemotePage } from './remote-page.ts';
import { webkit } from './webkit.ts';

const SINGLE_FILE = new URL('../../dist/trajectory-playground.html', import.meta.url).href;

const TWO_ROWS = [row('r-same', 'a', 'a'), row('r-swapped', 'a', 'b')];
/** Several slices, each of which is streamed. */
const MANY_ROWS = Array.from({ length: 3000 }, (_, at) =>
  row(`r-${String(at)}`, 'ab', at % 2 === 0 ? 'ab' : 'ba', { filler: 'é'.repeat(1000) }),
);
const OWN_METRIC = 'function word_count(row) {\n  return 7;\n}';
const TILE = '[role=group][aria-label=Metrics] button';

/** The names of the tiles: metric, mean, how many rows count. Runs in the page. */
function namesOfTiles(): (string | null)[] {
  const tiles = document.querySelectorAll('[role=group][aria-label=Metrics] button');
  return [...tiles].map((tile) => tile.getAttribute('aria-label'));
}

/** The run that the address names: it does once the run is stored. Runs in the page. */
function storedRun(): string {
  return new URLSearchParams(location.hash.split('?')[1]).get('run') ?? '';
}

/** The title of the work that a reload would go on with. Runs in the page. */
function keptTitle(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('trajectory-playground');
    opening.onerror = () => reject(new Error('The database cannot be opened.'));
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('drafts').objectStore('drafts').get('workspace');
      reading.onsuccess = () => {
        database.close();
        resolve((reading.result as { readonly title: string } | undefined)?.title ?? '');
      };
    };
  });
}

/** Opens a file by its input, and waits until its run is stored. */
async function openFile(
  page: RemotePage,
  name: string,
  content: string | Uint8Array,
  rows: number,
): Promise<void> {
  const { browser } = page;
  const path = join(browser.downloads, name);
  writeFileSync(path, content);
  const before = await browser.run(storedRun);
  await browser.chooseFile('header input[type=file]', path);
  await page.expectRows(rows);
  await expect.poll(async () => (await browser.run(storedRun)) || before).not.toBe(before);
}

async function openRow(page: RemotePage, id: string): Promise<void> {
  await page.click('[role=grid] [role=rowheader]', new RegExp(`^${id}$`));
  await page.click('[aria-label="Selected row"] button', /^Open/);
  await page.see('dialog[open] [aria-label="Scores and calls"]');
  await page.click('dialog[aria-label^="Row "] button', /^Close/);
}

async function openSampleAndFiles(page: RemotePage, means: readonly unknown[]): Promise<void> {
  await page.expectRows(18);
  await page.click('button', /^Explore it$/);
  await page.see(TILE, /mean/);
  expect(await page.browser.run(namesOfTiles)).toEqual(means);
  await openFile(page, 'packed.jsonl.gz', gzipSync(jsonl(THREE_ROWS)), 3);
  await openFile(page, 'many.jsonl', jsonl(MANY_ROWS), MANY_ROWS.length);
  await page.see(TILE, /^Exact match: mean 0.50/);
  await openFile(page, 'two.jsonl', jsonl(TWO_ROWS), 2);
  await openRow(page, 'r-same');
}

async function compareAndReopen(page: RemotePage): Promise<void> {
  await page.click('a', /^Runs/);
  await page.click('label', /^Select two$/);
  await page.click('label', /^Select packed/);
  await page.click('button', /^Compare 2 runs$/);
  await page.see('[aria-label="Compared rows"] [role=rowheader]', /^r-swapped$/);
  await page.click('a', /^Runs/);
  await page.click('table a', /^two$/);
  await page.expectRows(2);
}

async function scoreByOwnMetric(page: RemotePage): Promise<void> {
  await page.click('button', /^Metrics$/);
  await page.click('dialog[open] [role=tab]', /^Code/);
  await page.choose(/^New metric$/, /^Word count/);
  await page.fill('form textarea[aria-label=Code]', OWN_METRIC);
  await page.see('form [role=status]', /^First row\s*scores 7$/);
  await page.click('form button', /^Save$/);
  await page.click('dialog[aria-label="Metrics"] button', /^Close/);
  await page.see(TILE, /^word_count: mean 7.00/);
}

for (const kind of [firefox, webkit]) {
  test(`${kind.name} does the main job, over http and as a file, with the means of Chromium`, async ({
    app,
    page: chromium,
    baseURL,
  }) => {
    if (kind.missing !== undefined) console.log(`Not tried in ${kind.name}: ${kind.missing}`);
    test.skip(kind.missing !== undefined, kind.missing);
    await expect(app.tiles.getByRole('button').first()).toBeVisible();
    const means = await chromium.evaluate(namesOfTiles);
    const browser = await kind.start();
    const page = new RemotePage(browser);
    try {
      await browser.open(baseURL ?? '');
      await openSampleAndFiles(page, means);
      await compareAndReopen(page);
      expect(await browser.complaints()).toEqual([]);

      // it is kept a moment after the last change
      await expect.poll(() => browser.run(keptTitle)).toBe('two');
      await browser.open(baseURL ?? '');
      await page.expectRows(2);
      await compareAndReopen(page);
      await page.fill('textarea[aria-label=Dataset]', jsonl(THREE_ROWS));
      await page.expectRows(3);
      await scoreByOwnMetric(page);
      const csv = await page.download(/^Results\s*CSV/, 'two-results.csv');
      expect(csv).toContain('word_count/score');
      await page.download(/^Results\s*JSONL/, 'two-results.jsonl');
      await page.download(/^Run file/, 'two.run.gz');
      await page.download(/^Summary\s*Markdown/, 'two-summary.md');
      await page.download(/^Summary\s*JSON/, 'two-summary.json');
      await page.download(/^Report\s*HTML/, 'two-report.html');
      expect(await browser.complaints()).toEqual([]);

      await browser.open(pathToFileURL(join(browser.downloads, 'two-report.html')).href);
      await page.expectRows(3);
      await page.see(TILE, /^word_count: mean 7.00/);
      await openRow(page, 'r-swapped');
      expect(await browser.complaints()).toEqual([]);

      await browser.open(SINGLE_FILE);
      await openSampleAndFiles(page, means);
      await compareAndReopen(page);
      await scoreByOwnMetric(page);
      expect(await browser.complaints()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
