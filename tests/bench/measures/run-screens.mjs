import { found, timeOtherRows } from '../playground.mjs';
import { median, valueLine } from '../report.mjs';
import { withLongestTask } from '../task-trace.mjs';
import { chooseTwoRuns, DIFFERENCES, reopenTwoRuns, timeUntil } from '../two-runs.mjs';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').ElementHandle} ElementHandle
 */

const ROWS = 100_000;
const ROUNDS = 7;

/**
 * What a person does with two runs of 100,000 rows: filter, sort, open rows, compare. Each answers at
 * once, and none holds up the page.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const runScreens = {
  name: 'run-screens',
  async run(bench) {
    const { page } = await reopenTwoRuns(bench, ROWS);
    /** @type {import('../report.mjs').Line[]} */
    const lines = [];
    /**
     * @param {string} what
     * @param {number} limit ms
     * @param {readonly ((() => Promise<number>))[]} rounds each gives its ms
     */
    const measure = async (what, limit, rounds) => {
      /** @type {number[]} */
      const times = [];
      /** @type {number[]} */
      const longest = [];
      for (const act of rounds) {
        const { value, longestMs } = await withLongestTask(page, act);
        times.push(value);
        longest.push(longestMs);
      }
      bench.longestTasks.push(median(longest));
      const note = `longest tasks ${longest.map((ms) => ms.toFixed(0)).join(', ')} ms`;
      lines.push({ ...valueLine(`100,000 rows: ${what}`, times, limit), note });
    };

    const filters = page.getByRole('toolbar', { name: 'Filters' });
    const failed = await found(filters.getByRole('button', { name: /^Agent failed/ }));
    await measure('filtered', 100, inTurns(failed, failed));
    const head = page.getByRole('grid').getByRole('columnheader', { name: 'id' });
    const sort = await found(head.getByRole('button'));
    await measure('sorted by a column', 100, inTurns(sort, sort));
    await openRow(page); // its code is loaded when a row is first opened
    const opened = Array.from({ length: ROUNDS }, () => () => openRow(page));
    await measure('a row opened', 50, opened);
    const compare = await found(await chooseTwoRuns(page));
    const compared = () => timeUntil(compare, DIFFERENCES);
    await measure('two runs compared, with intervals', 1000, [compared]);
    const outcomes = page.getByRole('toolbar', { name: 'Rows by outcome' });
    const improved = await found(outcomes.getByRole('button', { name: /Improved/ }));
    const regressed = await found(outcomes.getByRole('button', { name: /Regressed/ }));
    await measure('pairs of a comparison filtered', 100, inTurns(improved, regressed));
    return lines;
  },
};

/**
 * @param {ElementHandle} one
 * @param {ElementHandle} other
 * @returns {(() => Promise<number>)[]} presses them in turns
 */
function inTurns(one, other) {
  return Array.from(
    { length: ROUNDS },
    (_, round) => () => timeOtherRows(round % 2 === 0 ? one : other),
  );
}

/**
 * Opens the next row by keyboard, and closes it.
 *
 * @param {Page} page
 * @returns {Promise<number>} ms until its calls are painted
 */
async function openRow(page) {
  await page.keyboard.press('j');
  const body = await found(page.locator('body'));
  const openedMs = await timeUntil(body, 'dialog[open] [aria-label^=Steps]', 'o');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(200);
  return openedMs;
}
