/**
 * The page as the bench drives it. Times are taken inside the page, by mutation observers: asking
 * in every frame costs a quarter of the time where frames are drawn without a graphics card.
 */

import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {import('@playwright/test').Page} Page */

/** How long workers get to be warm before a clock starts. */
const SETTLE_MS = 1500;

/**
 * @typedef {object} Watched
 * @property {number} firstMs from the choice of the file to the first rows painted
 * @property {number} shownMs to all rows scored and in the table
 * @property {number} storedMs to the page saying that the run is stored
 * @property {number} droppedAtMs the page's clock when the file was chosen
 */

/**
 * Opens the page and waits until its workers are warm and its copy for offline use is there.
 *
 * @param {Page} page
 * @param {string} url
 * @param {number} [settleMs] how long it is left alone
 */
export async function openPlayground(page, url, settleMs = SETTLE_MS) {
  await page.goto(url);
  await page.getByRole('status').filter({ hasText: 'rows scored' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForTimeout(settleMs);
}

/**
 * Gives the page a file from disk and waits until its rows are scored and in the table.
 *
 * @param {Page} page the playground, open
 * @param {string} path
 * @param {number} rowCount
 * @returns {Promise<number>} ms from the choice of the file
 */
export async function timeFile(page, path, rowCount) {
  const sentence = `${rowCount.toLocaleString('en')} rows `;
  const shown = page.evaluate(
    (expected) =>
      /** @type {Promise<number>} */ (
        new Promise((resolve) => {
          let fromMs = Number.NaN;
          const observer = new MutationObserver(() => {
            const status = document.querySelector('footer')?.textContent.trim() ?? '';
            const isRow = document.querySelector('[role=grid] [role=rowheader]') !== null;
            const isDone = ['scored', 'read'].some((word) => status.startsWith(expected + word));
            if (!isDone || !isRow) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - fromMs)));
          });
          const begin = () => {
            fromMs = performance.now();
            observer.observe(document.body, {
              subtree: true,
              childList: true,
              characterData: true,
            });
          };
          document.addEventListener('change', begin, { capture: true, once: true });
        })
      ),
    sentence,
  );
  await page.getByLabel('Open file').setInputFiles(path);
  return shown;
}

/**
 * Gives the page a file from disk and watches it until the run is stored.
 *
 * @param {Page} page the playground, open
 * @param {import('./generate.mjs').Dataset} dataset
 * @returns {Promise<Watched>}
 */
export async function dropDataset(page, { path, rowCount }) {
  const sentence = `${rowCount.toLocaleString('en')} rows scored`;
  const watched = page.evaluate(watchScoring, sentence);
  await page.getByLabel('Open file').setInputFiles(path);
  return watched;
}

/**
 * Runs in the page.
 *
 * @param {string} sentence how the status begins when all rows are scored
 * @returns {Promise<Watched>}
 */
function watchScoring(sentence) {
  return new Promise((resolve) => {
    let droppedAtMs = Number.NaN;
    /** @type {Partial<Watched>} */
    const times = {};
    const since = () => performance.now() - droppedAtMs;
    const afterPaint = (/** @type {() => void} */ act) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = act;
        channel.port2.postMessage(undefined);
      });
    };
    let isFirstSeen = false;
    const look = () => {
      if (!isFirstSeen) {
        const first = document.querySelector('[role=grid] [role=rowheader]')?.textContent;
        if (first !== 'row-0') return;
        isFirstSeen = true;
        afterPaint(() => {
          times.firstMs = since();
          look();
        });
      }
      const footer = document.querySelector('footer')?.textContent.trim() ?? '';
      if (!footer.startsWith(sentence)) return;
      times.shownMs ??= since();
      if (footer.includes('Saved')) times.storedMs ??= since();
      const { firstMs, shownMs, storedMs } = times;
      if (firstMs === undefined || storedMs === undefined) return;
      observer.disconnect();
      resolve({ firstMs, shownMs, storedMs, droppedAtMs });
    };
    const observer = new MutationObserver(look);
    document.addEventListener(
      'change',
      () => {
        droppedAtMs = performance.now();
        const options = { subtree: true, childList: true, characterData: true };
        observer.observe(document.body, options);
      },
      { capture: true, once: true },
    );
  });
}

/**
 * Waits for the rows of a page that is just being opened.
 *
 * @param {Page} page
 * @param {string} sentence how the status begins then
 * @returns {Promise<number>} ms from the start of the navigation
 */
export async function timeSinceNavigation(page, sentence) {
  return page.evaluate(
    (expected) =>
      new Promise((resolve) => {
        const look = () => {
          const isShown = document.querySelector('footer')?.textContent.trim().startsWith(expected);
          const isRow = document.querySelector('[role=grid] [role=rowheader]') !== null;
          if (!isShown || !isRow) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        };
        const observer = new MutationObserver(look);
        const options = { subtree: true, childList: true, characterData: true };
        observer.observe(document, options);
        look();
      }),
    sentence,
  );
}

/**
 * Finds what is to be pressed: looking for an element by its role takes the page longer than much of
 * what is measured.
 *
 * @param {import('@playwright/test').Locator} locator
 * @returns {Promise<import('@playwright/test').ElementHandle>}
 */
export async function found(locator) {
  const handle = await locator.elementHandle();
  await locator.page().waitForTimeout(300);
  return handle;
}

/**
 * Presses something and waits until the table holds other rows.
 *
 * @param {import('@playwright/test').ElementHandle} button
 * @returns {Promise<number>} ms until the other rows are painted
 */
export async function timeOtherRows(button) {
  return button.evaluate(
    (pressed) =>
      new Promise((resolve) => {
        const idsShown = () =>
          [...document.querySelectorAll('[role=grid] [role=rowheader]')].map(
            ({ textContent }) => textContent,
          );
        const before = idsShown().join();
        const startMs = performance.now();
        const observer = new MutationObserver(() => {
          const ids = idsShown();
          // a row whose text is still being read shows its number
          if (ids.join() === before || !ids.every((id) => id.startsWith('row-'))) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
        });
        const options = { subtree: true, childList: true, characterData: true };
        observer.observe(document.body, options);
        /** @type {HTMLElement} */ (pressed).click();
      }),
  );
}

/**
 * The main thread's longest task, the start of the page apart.
 *
 * @param {Pick<Page, 'evaluate'>} page
 * @param {number} sinceMs on the page's clock
 * @returns {Promise<number>} ms; 0 when none took 50 ms
 */
export async function longestTask(page, sinceMs) {
  // tasks after the last thing seen count too
  await wait(1000);
  return page.evaluate(
    (since) =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => {
          report(list.getEntries());
        });
        const report = (/** @type {PerformanceEntryList} */ entries) => {
          observer.disconnect();
          clearTimeout(timer);
          const tasks = entries.filter(({ startTime, duration }) => startTime + duration >= since);
          resolve(Math.max(0, ...tasks.map(({ duration }) => duration)));
        };
        // without any long task the observer is not called
        const timer = setTimeout(() => report([]), 100);
        observer.observe({ type: 'longtask', buffered: true });
      }),
    sinceMs,
  );
}
