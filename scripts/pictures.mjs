// npm run pictures: builds the page, takes the pictures of README and docs from it, and writes down
// what can be read in them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { openScreen, SCREENS, textsOf } from './picture-screens.mjs';
import { serve } from './serve.mjs';
import { ROOT, runScript } from './setup.mjs';

const FOLDER = join(ROOT, 'docs/pictures');

await runScript('build:page');
const baseURL = await serve(join(ROOT, 'dist'), 0);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  chromiumSandbox: false,
  args: ['--disable-gpu'],
});
/** @type {Record<string, readonly string[]>} */
const texts = {};
for (const [name, screen] of Object.entries(SCREENS)) {
  const part = await openScreen(browser, baseURL, screen);
  texts[name] = await textsOf(part);
  const path = join(FOLDER, `${name}.png`);
  await part.screenshot({ path });
  console.log(path);
  await part.page().close();
}
writeFileSync(join(FOLDER, 'texts.json'), `${JSON.stringify(texts, null, 2)}\n`);
await browser.close();
process.exit(0); // the server would continue
