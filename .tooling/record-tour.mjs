// npm run tour: records docs/pictures/tour.gif, the demo from two agents to the rule and what it changes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import gifenc from 'gifenc';
import { PNG } from 'pngjs';
import { findChromium } from './chromium.mjs';
import { serve } from './serve.mjs';
import { ROOT, runScript } from './setup.mjs';

const SIZE = { width: 1360, height: 860 };
const TARGET = join(ROOT, 'docs/pictures/tour.gif');

const TREAT = 'Treat "21" as 21';
const { GIFEncoder, quantize, applyPalette } = gifenc;

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} name */
const click = (page, name) => page.getByRole('button', { name }).click();

/** @param {ReturnType<typeof GIFEncoder>} gif @param {Buffer} screenshot @param {number} delay */
function addFrame(gif, screenshot, delay) {
  const { data, width, height } = PNG.sync.read(screenshot);
  const palette = quantize(data, 128);
  gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
}

/**
 * The story: what is done, and how long its outcome is looked at.
 *
 * @type {readonly { readonly ms: number, readonly act: (page: Page) => Promise<unknown> }[]}
 */
const STEPS = [
  { ms: 2600, act: (page) => page.getByText('paired on id').waitFor() },
  { ms: 1800, act: (page) => click(page, 'Show where B is better') },
  { ms: 3000, act: (page) => page.getByRole('row').filter({ hasText: 'hd-09' }).click() },
  {
    ms: 900,
    act: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  { ms: 700, act: (page) => page.getByRole('button', { name: TREAT }).hover() },
  {
    ms: 2800,
    act: async (page) => {
      await click(page, TREAT);
      await page.getByText('The rule changes 4 rows').waitFor();
      await page.getByRole('button', { name: 'Improved 3' }).waitFor();
    },
  },
  { ms: 3200, act: (page) => page.getByRole('button', { name: 'All 18' }).click() },
];

await runScript('build');
const url = await serve(join(ROOT, 'dist'), 0);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--disable-gpu'],
});
try {
  const page = await browser.newPage({
    viewport: SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await page.goto(`${url}#/compare?demo=before`);
  const gif = gifenc.GIFEncoder();
  for (const { ms, act } of STEPS) {
    await act(page);
    // what comes a moment later, such as the text of rows, is in the picture
    await page.waitForTimeout(700);
    addFrame(gif, await page.screenshot(), ms);
  }
  gif.finish();
  writeFileSync(TARGET, gif.bytes());
  console.log(`${TARGET}: ${String(Math.round(gif.bytes().length / 1000))} kB`);
} finally {
  await browser.close();
}
process.exit();
