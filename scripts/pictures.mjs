/* global ClipboardEvent, DataTransfer, document */
// npm run pictures: builds the page and takes the pictures of README and docs from it.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { serve } from './serve.mjs';
import { ROOT, runScript } from './setup.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** One row, of which one argument was sent as text. */
const ROW = {
  prompt: 'Refund order 40871',
  expected: [
    { name: 'find_order', args: { order_id: 40871 } },
    { name: 'refund', args: { order_id: 40871, amount: 64 } },
  ],
  called: [
    { name: 'find_order', args: { order_id: 40871 } },
    { name: 'refund', args: { order_id: 40871, amount: '64' } },
  ],
};

/** @param {Page} page */
async function pasteRow(page) {
  await page.goto('#/');
  await page.getByText('rows pass').waitFor();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const paste = { clipboardData, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent('paste', paste));
  }, JSON.stringify(ROW));
  await page.getByText('To pass:').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

/** What each picture shows: how to get there, and the part of the page, all of it if absent. */
const PICTURES = {
  row: {
    /** @param {Page} page */
    show: pasteRow,
    /** @param {Page} page */
    part: (page) => page.getByRole('region', { name: 'Selected row' }),
    height: 656,
  },
  rows: {
    /** @param {Page} page */
    show: async (page) => {
      await page.goto('#/?sample=on-device-home-assistant');
      await page.getByRole('row', { selected: true }).waitFor();
      await page.getByRole('button', { name: 'Hide data' }).click();
    },
  },
  causes: {
    /** @param {Page} page */
    show: async (page) => {
      await page.goto('#/?sample=on-device-home-assistant');
      await page.getByRole('button', { name: 'Hide data' }).click();
      await page.getByRole('tab', { name: /^Causes/ }).click();
    },
  },
  compare: {
    /** @param {Page} page */
    show: async (page) => {
      await page.goto('#/compare?demo=before');
      await page.getByRole('grid', { name: 'Compared rows' }).waitFor();
    },
  },
};

await runScript('build:page');
const baseURL = await serve(join(ROOT, 'dist'), 0);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  chromiumSandbox: false,
  args: ['--disable-gpu'],
});
for (const [name, picture] of Object.entries(PICTURES)) {
  const page = await browser.newPage({
    baseURL,
    viewport: { width: 1440, height: 'height' in picture ? picture.height : 810 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  // not the first visit
  await page.addInitScript(() => localStorage.setItem('trajectory-playground:welcome', 'over'));
  await picture.show(page);
  await page.waitForTimeout(1500); // what is counted after the rows are shown
  const path = join(ROOT, 'docs/pictures', `${name}.png`);
  const part = 'part' in picture ? picture.part(page) : page;
  await part.screenshot({ path });
  console.log(path);
  await page.close();
}
await browser.close();
process.exit(0); // the server would go on
