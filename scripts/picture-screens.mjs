/* global ClipboardEvent, DataTransfer, document */
// The screens that pictures of README and docs show, for `npm run pictures` and for the spec that
// compares their texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** @param {string} name */
const exampleNamed = (name) => join(ROOT, 'docs/examples', name);
const REFUNDS = exampleNamed('refunds.jsonl');
const FEW_CALLS =
  /```python\n(?<code>[^]*?)```/.exec(readFileSync(join(ROOT, 'docs/own-metrics.md'), 'utf8'))
    ?.groups?.['code'] ?? '';

/**
 * Pastes rows as the only data.
 *
 * @param {Page} page
 * @param {string} rows
 */
async function paste(page, rows) {
  await page.goto('#/');
  await page.getByText('rows pass').waitFor();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const paste = { clipboardData, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent('paste', paste));
  }, rows);
  await page.getByText('find_order').filter({ visible: true }).first().waitFor();
  await page.getByText('To pass').first().waitFor();
}

/** @param {Page} page */
const pasteRefunds = (page) => paste(page, readFileSync(REFUNDS, 'utf8'));

/**
 * Opens the traces, which have no expected calls.
 *
 * @param {Page} page
 */
async function openTraces(page) {
  await page.goto('#/');
  await page.getByText('rows pass').waitFor();
  await page.locator('input[type=file]').first().setInputFiles(exampleNamed('langfuse.jsonl'));
  await page.getByText('Expect these calls').waitFor();
}

/** @param {Page} page */
const pasteFirst = (page) => paste(page, readFileSync(REFUNDS, 'utf8').split('\n')[0] ?? '');

/**
 * Opens both runs of refunds as files, and compares them.
 *
 * @param {Page} page
 */
async function compareRefunds(page) {
  await page.goto('#/');
  await page.getByText('rows pass').waitFor();
  const files = [REFUNDS, exampleNamed('refunds-new.jsonl')];
  await page.locator('input[type=file]').first().setInputFiles(files);
  await press(page, 'Compare');
  await page.getByRole('grid', { name: 'Compared rows' }).waitFor();
}

/**
 * @param {Page} page
 * @param {string} name
 */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/**
 * @param {Page} page
 * @param {string} name
 */
const dialog = (page, name) => page.getByRole('dialog', { name });

/**
 * @typedef {object} Screen
 * @property {(page: Page) => Promise<unknown>} show goes there
 * @property {(page: Page) => Locator} part what is in the picture
 * @property {number} [height] of the window
 */

/** @type {Readonly<Record<string, Screen>>} */
export const SCREENS = {
  row: {
    show: pasteFirst,
    part: (page) => page.getByRole('region', { name: 'Selected row' }),
    height: 500,
  },
  reading: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Show the data');
      await page.getByRole('tab', { name: 'Columns' }).click();
    },
    part: (page) => page.getByRole('main'),
    height: 420,
  },
  traces: {
    show: openTraces,
    part: (page) => page.getByRole('main'),
    height: 460,
  },
  causes: {
    show: async (page) => {
      await pasteRefunds(page);
      await page.getByRole('tab', { name: /^Causes/ }).click();
    },
    part: (page) => page.getByRole('main'),
    height: 560,
  },
  matching: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Metrics');
      await page.getByRole('tab', { name: 'Matching' }).click();
      await page.getByRole('checkbox', { name: /^Numbers in text/ }).check();
    },
    part: (page) => dialog(page, 'Metrics'),
    height: 680,
  },
  metrics: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Metrics');
    },
    part: (page) => dialog(page, 'Metrics'),
    height: 640,
  },
  'own-metrics': {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Metrics');
      await page.getByRole('tab', { name: 'Code' }).click();
      await press(page, 'New metric');
      await page.getByRole('menuitem', { name: /Word count/ }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('few_calls');
      await page.getByRole('textbox', { name: 'Code' }).fill(FEW_CALLS);
      await page.getByText('explanation: 2 calls').first().waitFor();
    },
    part: (page) => dialog(page, 'Metrics'),
    height: 760,
  },
  patterns: {
    show: async (page) => {
      await pasteFirst(page);
      await page.getByRole('region', { name: 'Selected row' }).getByText('Fix…').click();
    },
    part: (page) => page.getByRole('main'),
    height: 500,
  },
  statistics: {
    show: async (page) => {
      await pasteRefunds(page);
      await page.getByRole('tab', { name: 'Numbers' }).click();
    },
    part: (page) => page.getByRole('main'),
    height: 720,
  },
  warehouse: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Share');
      await page.getByRole('menuitem', { name: 'Score in BigQuery…' }).click();
      await page.getByLabel('Table with the rows').fill('my-project.agents.runs');
    },
    part: (page) => dialog(page, 'Score in BigQuery'),
    height: 720,
  },
  rules: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Metrics');
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.getByRole('combobox', { name: 'Rule' }).fill('refund only after find_order');
      await press(page, 'Add rule');
      await page.getByText('7 of 8 rows').first().waitFor();
    },
    part: (page) => dialog(page, 'Metrics'),
    height: 480,
  },
  compare: {
    show: compareRefunds,
    part: (page) => page.getByRole('main'),
    height: 560,
  },
  gate: {
    show: async (page) => {
      await compareRefunds(page);
      await press(page, 'Use as gate');
      const config = readFileSync(exampleNamed('gate.json'), 'utf8');
      await page.getByRole('textbox', { name: 'Conditions, as JSON' }).fill(config);
      await page.keyboard.press('Tab');
      await page.getByText('2 pass').waitFor();
    },
    part: (page) => dialog(page, 'Gate'),
    height: 740,
  },
  review: {
    show: async (page) => {
      await pasteRefunds(page);
      await page.getByRole('tab', { name: 'Review' }).click();
    },
    part: (page) => page.getByRole('main'),
    height: 700,
  },
  judge: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Metrics');
      await press(page, 'Judge…');
      await page.getByLabel('Provider').selectOption({ label: 'By hand: copy and paste' });
      await page.getByLabel('Template').selectOption({ label: 'Tool-argument correctness' });
    },
    part: (page) => dialog(page, 'Judge'),
    height: 890,
  },
  agents: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Open');
      await page.getByRole('menuitem', { name: 'Run an agent…' }).click();
      await page.getByRole('textbox', { name: 'Address' }).fill('http://localhost:8000/agent');
    },
    part: (page) => dialog(page, 'Run an agent'),
    height: 640,
  },
  sharing: {
    show: async (page) => {
      await pasteRefunds(page);
      await press(page, 'Share');
      await page.getByRole('menuitem', { name: /^More ways to share/ }).click();
      await page.getByRole('checkbox', { name: 'Redact before sharing' }).check();
    },
    part: (page) => page.getByRole('dialog'),
    height: 640,
  },
  privacy: {
    show: async (page) => {
      await pasteRefunds(page);
      await page.getByRole('button', { name: /^Network off/ }).click();
    },
    part: (page) => dialog(page, 'Network off'),
    height: 560,
  },
};

/**
 * Opens a screen in a page of its own.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseURL
 * @param {Screen} screen
 */
export async function openScreen(browser, baseURL, { show, part, height = 640 }) {
  const page = await browser.newPage({
    baseURL,
    viewport: { width: 1440, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  // without the hints of a first visit
  await page.addInitScript(() => localStorage.setItem('trajectory-playground:welcome', 'over'));
  await show(page);
  await page.waitForTimeout(1500); // what is counted after the rows are shown
  return part(page);
}

/**
 * The texts that can be read in a part of a page, a line each.
 *
 * @param {Locator} part
 */
export async function textsOf(part) {
  const text = await part.innerText();
  return text
    .replace(/today \d+:\d+/g, 'today')
    .replace(/\w{3} \d{1,2}, \d{4}/g, 'today')
    .replace(/[\d,]+ characters/g, 'characters') // the address of the page is among them
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
