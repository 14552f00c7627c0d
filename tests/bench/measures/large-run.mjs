import { generateDataset } from '../generate.mjs';
import {
  dropDataset,
  longestTask,
  openPlayground,
  timeOtherRows,
  timeSinceNavigation,
} from '../playground.mjs';
import { valueLine } from '../report.mjs';

/**
 * Two runs of many small rows: found again after a restart, sorted, filtered and compared.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const largeRun = {
  name: 'large-run',
  async run(bench) {
    const { browser, url, rowCount } = bench;
    await storeTwoRuns(bench);
    await browser.restart();
    const page = await browser.blankPage();
    await page.goto(url, { waitUntil: 'commit' });
    const count = rowCount.toLocaleString('en');
    const reopened = await timeSinceNavigation(page, `${count} rows scored`);
    await page.waitForTimeout(1500);

    const filters = page.getByRole('group', { name: 'Filters' });
    const filter = filters.getByRole('button', { name: /^Exact fails/ });
    const filtered = await timeOtherRows(filter);
    await timeOtherRows(filters.getByRole('button', { name: /^All/ }));
    const header = page.getByRole('grid').getByRole('columnheader', { name: /^prec/ });
    const sorted = await timeOtherRows(header.getByRole('button'));
    const compared = await timeComparison(page);
    bench.longestTasks.push(await longestTask(page, reopened));
    return [
      valueLine(`${count} rows: reopened after a restart`, [reopened], 500),
      valueLine(`${count} rows: sorted by a column`, [sorted], 300),
      valueLine(`${count} rows: filtered`, [filtered], 300),
      valueLine(`${count} rows: first numbers of a comparison of two runs`, [compared], 1000),
    ];
  },
};

/** @param {import('../score-file.mjs').Bench} bench */
async function storeTwoRuns({ browser, url, rowCount, longestTasks }) {
  const page = await browser.emptyPage(url);
  await openPlayground(page, url);
  for (const seed of [1, 2]) {
    const dataset = generateDataset({ style: 'small', rowCount, seed });
    // the rows of the run before look alike
    await page
      .locator('[aria-haspopup=menu]')
      .filter({ hasText: /^\s*Open/ })
      .click();
    await page.getByRole('menuitem', { name: 'New, empty' }).click();
    const { droppedAtMs } = await dropDataset(page, dataset);
    longestTasks.push(await longestTask(page, droppedAtMs));
  }
}

/**
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number>} ms from asking for the comparison to its numbers
 */
async function timeComparison(page) {
  await page.getByRole('link', { name: /^Runs/ }).click();
  const boxes = page.getByRole('checkbox', { name: /^Select small-/ });
  await boxes.first().check();
  await boxes.last().check();
  return page.getByRole('button', { name: 'Compare 2 runs' }).evaluate(
    (pressed) =>
      new Promise((resolve) => {
        const startMs = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[aria-label=Metrics] th[scope=row]')) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
        });
        observer.observe(document.body, { subtree: true, childList: true });
        /** @type {HTMLElement} */ (pressed).click();
      }),
  );
}
