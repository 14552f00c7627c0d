/** What the measures of whole files share. */
import { dropDataset, openPlayground } from './playground.mjs';
import { withLongestTask } from './task-trace.mjs';

/**
 * @typedef {object} Bench
 * @property {string} url of the page
 * @property {import('./browser.mjs').BenchBrowser} browser
 * @property {import('./floor.mjs').Floors} floors
 * @property {number} bytes size of the files
 * @property {number} rowCount rows of the large run
 * @property {number} rounds
 * @property {number[]} longestTasks ms of processor time, of everything measured so far
 *
 * @typedef {object} Measure
 * @property {string} name
 * @property {(bench: Bench) => Promise<import('./report.mjs').Line[]>} run
 */

/** From this size on the goals are those of a gigabyte. */
export const LARGE_BYTES = 1_000_000_000;

/**
 * Scores a file over and over, each time in a page with nothing stored, and once more for the
 * longest task.
 *
 * @param {Bench} bench
 * @param {import('./generate.mjs').Dataset} dataset
 * @returns {Promise<Record<'first' | 'shown' | 'stored', number[]>>} ms of every round
 */
export async function scoreInRounds(bench, dataset) {
  /** @type {Record<'first' | 'shown' | 'stored', number[]>} */
  const rounds = { first: [], shown: [], stored: [] };
  for (let round = 0; round < bench.rounds; round++) {
    const page = await bench.browser.emptyPage(bench.url);
    await openPlayground(page, bench.url);
    const { firstMs, shownMs, storedMs } = await dropDataset(page, dataset);
    rounds.first.push(firstMs);
    rounds.shown.push(shownMs);
    rounds.stored.push(storedMs);
  }
  const page = await bench.browser.emptyPage(bench.url);
  await openPlayground(page, bench.url);
  const { longestMs } = await withLongestTask(page, () => dropDataset(page, dataset));
  bench.longestTasks.push(longestMs);
  return rounds;
}
