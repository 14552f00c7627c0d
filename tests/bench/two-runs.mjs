/** What the measures of two stored runs share. */
import { generateDataset } from './generate.mjs';
import { dropDataset, openPlayground, timeSinceNavigation } from './playground.mjs';
import { withLongestTask } from './task-trace.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Stores two runs of many small rows, and opens the page again in a browser that was restarted.
 *
 * @param {import('./score-file.mjs').Bench} bench the longest tasks of scoring are added to its own
 * @param {number} rowCount
 * @returns {Promise<{page: Page, reopenedMs: number}>} the page, and its time to the first rows
 */
export async function reopenTwoRuns({ browser, url, longestTasks }, rowCount) {
  const first = await browser.emptyPage(url);
  await openPlayground(first, url);
  for (const seed of [1, 2]) {
    const dataset = generateDataset({ style: 'small', rowCount, seed });
    // the rows of the run before look alike
    await first
      .locator('[aria-haspopup=menu]')
      .filter({ hasText: /^\s*Open/ })
      .click();
    await first.getByRole('menuitem', { name: 'New dataset' }).click();
    const { longestMs } = await withLongestTask(first, () => dropDataset(first, dataset));
    longestTasks.push(longestMs);
  }
  await browser.restart();
  const page = await browser.blankPage();
  await page.goto(url, { waitUntil: 'commit' });
  const reopenedMs = await timeSinceNavigation(
    page,
    `${rowCount.toLocaleString('en')} rows scored`,
  );
  await page.waitForTimeout(1500);
  return { page, reopenedMs };
}

/** What shows that a comparison has its first numbers: the means, maybe the differences too. */
export const FIRST_NUMBERS = '[aria-label=Metrics] button';
/** What shows that it has its differences and intervals. */
export const DIFFERENCES = '[aria-label=Metrics] button[aria-label*="95 %"]';

/**
 * @param {Page} page the playground with the two runs
 * @returns {Promise<import('@playwright/test').Locator>} the button that compares them
 */
export async function chooseTwoRuns(page) {
  await page.getByRole('link', { name: /^Runs/ }).click();
  const boxes = page.getByRole('checkbox', { name: /^Select small-/ });
  await boxes.first().check();
  await boxes.last().check();
  return page.getByRole('button', { name: 'Compare 2 runs' });
}

/**
 * Presses something and waits for what it brings.
 *
 * @param {import('@playwright/test').ElementHandle} element
 * @param {string} selector of what appears
 * @param {string} [key] pressed on the element; without one it is clicked
 * @returns {Promise<number>} ms until it is painted
 */
export async function timeUntil(element, selector, key = '') {
  const [time = Number.NaN] = await timesUntil(element, [selector], key);
  return time;
}

/**
 * Presses something and waits for all that it brings.
 *
 * @param {import('@playwright/test').ElementHandle} element
 * @param {readonly string[]} selectors of what appears
 * @param {string} [key] pressed on the element; without one it is clicked
 * @returns {Promise<number[]>} ms until each is painted
 */
export async function timesUntil(element, selectors, key = '') {
  return element.evaluate(
    (pressed, wanted) => {
      const startMs = performance.now();
      /** @param {string} selector @returns {Promise<number>} */
      const painted = (selector) =>
        new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
          });
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        });
      const times = Promise.all(wanted.selectors.map(painted));
      if (wanted.key === '') /** @type {HTMLElement} */ (pressed).click();
      else pressed.dispatchEvent(new KeyboardEvent('keydown', { key: wanted.key, bubbles: true }));
      return times;
    },
    { selectors, key },
  );
}
