/**
 * Measures the page against a floor taken in the same run, and prints ratios. Needs `npm run build`.
 * Ratios are asserted nowhere: machines differ and are noisy.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { serve } from '../../scripts/serve.mjs';
import { BenchBrowser } from './browser.mjs';
import { Floors } from './floor.mjs';
import { MEASURES } from './measures/registry.mjs';
import { isReached, printLine, TABLE_HEAD } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100MB' },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
  },
});

/** @param {string} text such as 100MB or 1GB */
function parseSize(text) {
  const [, number, unit] = /^(\d+)(MB|GB)$/i.exec(text) ?? [];
  if (!unit) throw new Error(`--size takes a number of MB or GB, such as 100MB, not ${text}`);
  return Number(number) * (unit.toUpperCase() === 'GB' ? 1e9 : 1e6);
}

function chooseMeasures() {
  const names = options.only.flatMap((list) => list.split(','));
  const unknown = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    const known = MEASURES.map(({ name }) => name).join(', ');
    throw new Error(`--only knows no ${unknown.join(', ')}; there are ${known}`);
  }
  return names.length === 0 ? MEASURES : MEASURES.filter(({ name }) => names.includes(name));
}

/**
 * A page that never shows what is waited for must not hold up the other measures.
 *
 * @template T
 * @param {Promise<T>} measured
 * @param {number} deadlineMs
 * @returns {Promise<T>}
 */
function withDeadline(measured, deadlineMs) {
  const late = new Promise((_, reject) => {
    const say = () => reject(new Error(`not done within ${deadlineMs / 1000} s`));
    setTimeout(say, deadlineMs).unref();
  });
  return Promise.race([measured, late]).then(() => measured);
}

/** @param {Record<string, readonly number[]>} passes */
function printFloors(passes) {
  for (const [path, times] of Object.entries(passes)) {
    const list = times.map((ms) => ms.toFixed(0)).join(', ');
    console.log(`floor, bare JSON.parse per line in one worker: ${list} ms (${path})`);
  }
}

const bytes = parseSize(options.size);
const measures = chooseMeasures();
const loadBefore = loadavg()[0] ?? 0;
const browser = new BenchBrowser();
const floors = new Floors(() => browser.blankPage());
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 1e9),
  node: process.version,
  browser: await browser.version(),
};
console.log(
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGigabytes} GB; ${machine.browser}, Node ${machine.node}`,
);
console.log(
  `files of ${options.size}, ${options.rounds} rounds, ${options.rows} rows in large runs\n`,
);
console.log(TABLE_HEAD);

/** @type {import('./score-file.mjs').Bench} */
const bench = {
  url: await serve('dist', 0),
  browser,
  floors,
  bytes,
  rowCount: Number(options.rows),
  rounds: Number(options.rounds),
  longestTasks: [],
};
// a second a megabyte is many times what it takes
const deadlineMs = 180_000 + bytes / 1000;
/** @type {import('./report.mjs').Line[]} */
const lines = [];
for (const { name, run } of measures) {
  /** @type {import('./report.mjs').Line[]} */
  let measured;
  try {
    measured = await withDeadline(run(bench), deadlineMs);
  } catch (error) {
    measured = [{ what: name, unit: 'ms', note: `failed: ${String(error).split('\n')[0]}` }];
  }
  for (const line of measured) console.log(printLine(line));
  lines.push(...measured);
}
await floors.again();
console.log();
printFloors(floors.passes());
const loadAfter = loadavg()[0] ?? 0;
console.log(
  `load of the machine: ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after; above ${machine.cores} others had a share of the time`,
);
await browser.close();
if (options.json) {
  const results = lines.map((line) => ({ ...line, isReached: isReached(line) ?? null }));
  const report = {
    machine,
    load: [loadBefore, loadAfter],
    options,
    floors: floors.passes(),
    lines: results,
  };
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
}
process.exit(lines.some(({ note }) => note?.startsWith('failed: ')) ? 1 : 0);
