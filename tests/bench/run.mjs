/**
 * Measures the page against a floor taken in the same run, and prints ratios. Needs `npm run build`.
 * Ratios are asserted nowhere: machines differ and are noisy.
 */
import { cpus } from 'node:os';
import { chromium } from '@playwright/test';
import { findChromium } from '../../.tooling/chromium.mjs';
import { serve } from '../../.tooling/serve.mjs';
import { generateRows } from './generate-rows.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 10_000);
const ROUNDS = 5;
const executablePath = findChromium() ?? undefined;
const url = await serve('dist', 0);
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  chromiumSandbox: false,
  args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

const text = generateRows(ROWS);
const megabytes = Buffer.byteLength(text) / 1e6;
console.log(
  `${cpus()[0]?.model ?? 'unknown cpu'}, ${cpus().length} cores, Chromium ${browser.version()}`,
);
console.log(`${ROWS} rows, ${megabytes.toFixed(1)} MB of JSONL, median of ${ROUNDS}\n`);

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Bare JSON.parse of every line in one worker: the floor. */
async function floorMs() {
  const page = await browser.newPage();
  const times = await page.evaluate(
    async ([lines, rounds]) => {
      const source = `onmessage = ({ data }) => {
        const lines = data.trimEnd().split('\\n');
        const start = performance.now();
        for (const line of lines) JSON.parse(line);
        postMessage(performance.now() - start);
      };`;
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      const measured = [];
      for (let round = 0; round < Number(rounds) + 1; round++) {
        worker.postMessage(lines);
        measured.push(
          await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data))),
        );
      }
      return measured.slice(1);
    },
    [text, ROUNDS],
  );
  await page.close();
  return median(times);
}

/** Drop to the last row scored and shown, and the longest task of the main thread meanwhile. */
async function dropToShown() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('status').filter({ hasText: 'rows scored' }).waitFor();
  await page.waitForTimeout(500);
  const round = await page.evaluate(
    async ([lines, expected]) => {
      const file = new File([String(lines)], 'bench.jsonl');
      // the file's bytes must be in the browser's blob store before the clock starts
      await file.slice(-1).arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, 300));
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ type: 'longtask' });
      const data = new DataTransfer();
      data.items.add(file);
      const start = performance.now();
      let firstMs = 0;
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
      const shownMs = await new Promise((resolve) => {
        const look = () => {
          const grid = document.querySelector('[role=grid]');
          const isNew = grid?.textContent.includes('row-0');
          if (firstMs === 0 && isNew) firstMs = performance.now() - start;
          const isDone = document
            .querySelector('[role=status]')
            ?.textContent.startsWith(String(expected));
          if (isDone && isNew) resolve(performance.now() - start);
          else requestAnimationFrame(look);
        };
        look();
      });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      observer.disconnect();
      return { shownMs: Number(shownMs), firstMs, longest };
    },
    [text, `${ROWS.toLocaleString('en')} rows scored`],
  );
  await context.close();
  return round;
}

/** Navigation to the scored sample, first visit, CPU slowed down four times. */
async function firstVisitMs() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('status').filter({ hasText: 'rows scored' }).waitFor();
  const ms = await page.evaluate(() => performance.now());
  await context.close();
  return ms;
}

/** @param {() => Promise<any>} measure */
async function repeat(measure) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
  return rounds;
}

const floor = await floorMs();
const drops = await repeat(dropToShown);
const visits = await repeat(firstVisitMs);
const shown = median(drops.map(({ shownMs }) => shownMs));
const first = median(drops.map(({ firstMs }) => firstMs));
const longest = Math.max(...drops.map((drop) => drop.longest));

const rows = [
  ['floor: JSON.parse per line, one worker', `${floor.toFixed(0)} ms`, '1.00 ×', ''],
  [
    'drop to all rows scored and shown',
    `${shown.toFixed(0)} ms`,
    `${(shown / floor).toFixed(2)} ×`,
    '≤ 2 ×',
  ],
  [
    'drop to first rows shown',
    `${first.toFixed(0)} ms`,
    `${(first / floor).toFixed(2)} ×`,
    '< 200 ms',
  ],
  ['longest main-thread task meanwhile', `${longest.toFixed(0)} ms`, '', '< 50 ms'],
  ['first visit to scored sample, CPU ÷ 4', `${median(visits).toFixed(0)} ms`, '', '≤ 1000 ms'],
];
for (const [what = '', time = '', ratio = '', goal = ''] of rows) {
  console.log(`${what.padEnd(42)}${time.padStart(9)}${ratio.padStart(10)}   ${goal}`);
}
await browser.close();
process.exit(0);
