/**
 * Measures the page against a floor taken in the same run, and prints ratios. Needs `npm run build`.
 * Ratios are asserted nowhere: machines differ and are noisy.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { serve } from '../../.tooling/serve.mjs';
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

/** @param {Record<string, readonly number[]>} passes */
function printFloors(passes) {
  for (const [path, times] of Object.entries(passes)) {
    const list = times.map((ms) => ms.toFixed(0)).join(', ');
    console.log(`floor, bare JSON.parse per line in one worker: ${list} ms (${path})`);
  }
}

const bytes = parseSize(options.size);
const measures = chooseMeasures();
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
console.log(`files of ${options.size}, ${options.rounds} rounds, ${options.rows} rows in large runs\n`);
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
/** @type {import('./report.mjs').Line[]} */
const lines = [];
for (const { name, run } of measures) {
  /** @type {import('./report.mjs').Line[]} */
  let measured;
  try {
    measured = await run(bench);
  } catch (error) {
    measured = [{ what: name, unit: 'ms', note: `failed: ${String(error).split('\n')[0]}` }];
  }
  for (const line of measured) console.log(printLine(line));
  lines.push(...measured);
}
await floors.again();
console.log();
printFloors(floors.passes());
await browser.close();
if (options.json) {
  const results = lines.map((line) => ({ ...line, isReached: isReached(line) ?? null }));
  const report = { machine, options, floors: floors.passes(), lines: results };
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
}
process.exit(0);
