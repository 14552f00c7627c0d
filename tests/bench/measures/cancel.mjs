import { generateDataset } from '../generate.mjs';
import { openPlayground } from '../playground.mjs';

const AFTER_MS = 100;
const CLEARED_WITHIN_MS = 5000;

const TIMES = 20;

/** @type {import('../score-file.mjs').Measure} */
export const cancel = {
  name: 'cancel',
  async run({ browser, url, bytes }) {
    const { path } = generateDataset({ style: 'ascii', bytes });
    const what = `Cancel: every worker free, the slowest of ${TIMES}`;
    /** @type {number[]} */
    const rounds = [];
    let left = 0;
    for (let time = 0; time < TIMES; time++) {
      const page = await browser.emptyPage(url);
      await openPlayground(page, url);
      const before = await countRecords(page);
      const pressed = page.evaluate(pressCancel, AFTER_MS);
      await page.getByLabel('Open file').setInputFiles(path);
      const pressedAtMs = await pressed;
      if (pressedAtMs === undefined) {
        return [
          { what, unit: 'ms', note: `n/a: scored within ${AFTER_MS} ms, take a larger --size` },
        ];
      }
      await Promise.all(page.workers().map(untilFree));
      rounds.push(Date.now() - pressedAtMs);
      left += await countLeft(page, before);
    }
    return [
      {
        what,
        value: Math.max(...rounds),
        unit: 'ms',
        rounds,
        goal: { limit: 200, of: 'value' },
        note: left === 0 ? 'nothing half-stored' : `${left} records left in the store`,
      },
    ];
  },
};

/** @param {import('@playwright/test').Worker} worker it answers, or it is gone */
async function untilFree(worker) {
  await worker.evaluate(() => undefined).catch(() => undefined);
}

/**
 * Runs in the page.
 *
 * @param {number} afterMs from the button being there
 * @returns {Promise<number | undefined>} the time of day; undefined when there was nothing to cancel
 */
function pressCancel(afterMs) {
  const find = () =>
    [...document.querySelectorAll('button')].find((one) => one.textContent.includes('Cancel'));
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!find()) return;
      observer.disconnect();
      setTimeout(() => {
        const button = find();
        const nowMs = performance.timeOrigin + performance.now();
        button?.click();
        resolve(button && nowMs);
      }, afterMs);
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
}

/**
 * Counts what the page has stored, the draft apart, which changes with every file.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number>}
 */
function countRecords(page) {
  return page.evaluate(async () => {
    /** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no reason'));
      });
    let count = 0;
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(String(name)));
      for (const store of [...database.objectStoreNames].filter((one) => one !== 'drafts')) {
        count += await done(database.transaction(store).objectStore(store).count());
      }
      database.close();
    }
    return count;
  });
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {number} before
 * @returns {Promise<number>} records more than before, after some time to clear up
 */
async function countLeft(page, before) {
  const endMs = Date.now() + CLEARED_WITHIN_MS;
  for (;;) {
    const left = (await countRecords(page)) - before;
    if (left === 0 || Date.now() > endMs) return left;
    await page.waitForTimeout(100);
  }
}
