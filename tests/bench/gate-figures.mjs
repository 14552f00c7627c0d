/**
 * Prints how often a gate is wrong and how often it notices, as the tables of docs/gate.md:
 * node tests/bench/gate-figures.mjs [pairs] [pairs of each drop] [rows,rows,…]. Minutes for
 * each size up to 1,000 rows: above, differences are counted and not drawn one by one.
 */
import { loadBundled } from './load-core.mjs';

const [pairs = '2000', dropPairs = '500', sizes = '30,100,300,1001'] = process.argv.slice(2);
const ROWS = sizes.split(',').map(Number);
const MEAN_SIZES = [5, 8, 10, 20, 30, 50];
const MEAN_RUNS = 10_000;
const DROPS = [0.05, 0.1, 0.2];
const RULES = [
  { margin: 0.05, confidence: 0.95 },
  { margin: 0, confidence: 0.95 },
  { margin: 0, confidence: 0.98 },
];

const { SHAPES, SHARES, simulateGates, simulateMinimum } =
  /** @type {typeof import('../support/simulate-gates.ts')} */ (
    await loadBundled('../support/simulate-gates.ts')
  );
const shapes = /** @type {import('../support/simulate-gates.ts').Shape[]} */ (Object.keys(SHAPES));

/** @param {number} count @param {number} all */
const share = (count, all) => `${((100 * count) / all).toFixed(1)} %`;
/** @param {readonly (string | number)[]} cells */
const line = (cells) => console.log(`| ${cells.join(' | ')} |`);

console.log(
  `At the threshold of min: ${MEAN_RUNS} runs each, interval holds / PASS / FAIL / width`,
);
line(['mean in truth', ...MEAN_SIZES.map((size) => `${size} rows`)]);
line(['---', ...MEAN_SIZES.map(() => '---:')]);
for (const mean of /** @type {import('../support/simulate-gates.ts').Share[]} */ (
  Object.keys(SHARES)
)) {
  const cells = MEAN_SIZES.map((size) => {
    const { covers, passes, fails, width } = simulateMinimum(mean, size, MEAN_RUNS);
    const shares = [covers, passes, fails].map((part) => share(part, 1));
    return `${shares.join(' / ')} / ${width.toFixed(2)}`;
  });
  line([mean, ...cells]);
}
console.log(`\nA/A: ${pairs} pairs each, false FAIL / PASS`);
line([
  'shape',
  'rows',
  ...RULES.map(({ margin, confidence }) => `margin ${margin}, ${confidence}`),
]);
line(['---', '---:', ...RULES.map(() => '---:')]);
for (const rowCount of ROWS) {
  for (const shape of shapes) {
    const trial = { shape, rowCount, drop: 0, pairs: Number(pairs) };
    const counts = simulateGates(trial, RULES);
    line([
      shape,
      rowCount,
      ...counts.map(
        ({ FAIL, PASS }) => `${share(FAIL, trial.pairs)} / ${share(PASS, trial.pairs)}`,
      ),
    ]);
  }
}
console.log(`\nPower: ${dropPairs} pairs each, FAIL / false PASS`);
line(['shape', 'rows', 'drop', ...RULES.slice(0, 2).map(({ margin }) => `margin ${margin}`)]);
line(['---', '---:', '---:', '---:', '---:']);
for (const rowCount of ROWS) {
  for (const shape of shapes) {
    for (const drop of DROPS) {
      const trial = { shape, rowCount, drop, pairs: Number(dropPairs) };
      const counts = simulateGates(trial, RULES.slice(0, 2));
      line([
        shape,
        rowCount,
        drop,
        ...counts.map(
          ({ FAIL, PASS }) => `${share(FAIL, trial.pairs)} / ${share(PASS, trial.pairs)}`,
        ),
      ]);
    }
  }
}
