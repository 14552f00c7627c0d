import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { assemblyPlugin } from '../load-core.mjs';
import { median } from '../report.mjs';
import { RowMaker, ROW_STYLES } from '../rows.mjs';

const ROWS = 10_000;
const ROWS_PER_BATCH = 500;
const ROUNDS = 7;

/** Of about the length that people write. */
const CODE = `function budget(instance) {
  const made = instance.predicted_trajectory.map(({ tool_name }) => tool_name);
  const expected = instance.reference_trajectory.map(({ tool_name }) => tool_name);
  return expected.filter((tool) => made.includes(tool)).length / Math.max(1, expected.length);
}`;

/**
 * A person's own metric in the sandbox against the same function called directly in a worker: the
 * same batches of rows, as text, and a score for each row back on the page.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const customMetric = {
  name: 'custom-metric',
  async run({ browser }) {
    const maker = new RowMaker(1, ROW_STYLES.ascii);
    const rows = Array.from({ length: ROWS }, () => maker.next());
    const batches = Array.from({ length: ROWS / ROWS_PER_BATCH }, (_, index) =>
      rows
        .slice(index * ROWS_PER_BATCH, (index + 1) * ROWS_PER_BATCH)
        .map((row) => JSON.stringify(row))
        .join('\n'),
    );
    const page = await browser.blankPage();
    await page.addScriptTag({ content: await bundle() });
    const times = await page.evaluate(timeBoth, {
      code: CODE,
      batches,
      rowsPerBatch: ROWS_PER_BATCH,
      rounds: ROUNDS,
    });
    const [sandboxed, direct] = [median(times.sandboxed), median(times.direct)];
    return [
      {
        what: 'a metric of one’s own, 10,000 rows, in the sandbox',
        value: sandboxed,
        unit: 'ms',
        rounds: times.sandboxed,
      },
      {
        what: 'the same ÷ its function called directly in a worker',
        value: sandboxed / direct,
        unit: '×',
        goal: { limit: 3, of: 'value' },
        note: `directly ${direct.toFixed(0)} ms`,
      },
    ];
  },
};

/** @returns {Promise<string>} a script that sets `sandboxBench` */
async function bundle() {
  const frame = readFileSync(new URL('../../../src/kernel/sandbox/frame.js', import.meta.url));
  const hash = createHash('sha256').update(frame).digest('base64');
  const built = await build({
    configFile: false,
    plugins: [await assemblyPlugin()],
    logLevel: 'error',
    publicDir: false,
    define: { SANDBOX_SCRIPT_SOURCE: JSON.stringify(`'sha256-${hash}'`) },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('own-metric.ts', import.meta.url)),
        formats: ['iife'],
        name: 'sandboxBench',
      },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('nothing was built');
  return output.output[0].code;
}

/**
 * Runs in the page.
 *
 * @param {{code: string, batches: readonly string[], rowsPerBatch: number, rounds: number}} given
 * @returns {Promise<{sandboxed: number[], direct: number[]}>} ms of every round
 */
async function timeBoth({ code, batches, rowsPerBatch, rounds }) {
  const encoder = new TextEncoder();
  const asBytes = () => batches.map((text) => encoder.encode(text).buffer);
  const { sandboxBench } = /** @type {{sandboxBench: typeof import('./own-metric.ts')}} */ (
    /** @type {unknown} */ (globalThis)
  );
  const runner = new sandboxBench.MetricRunner(
    { name: 'budget', code, scale: /** @type {const} */ ('number') },
    new AbortController().signal,
    sandboxBench.openFrame,
  );
  const source = `${code}
    const decoder = new TextDecoder();
    const readRows = (data) => decoder.decode(data).split('\\n').map((line) => JSON.parse(line));
    onmessage = ({ data }) => postMessage(readRows(data).map(budget));`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  /**
   * @param {ArrayBuffer} bytes
   * @returns {Promise<readonly number[]>}
   */
  const askWorker = (bytes) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.postMessage(bytes, [bytes]);
    });
  /** @type {{sandboxed: number[], direct: number[]}} */
  const times = { sandboxed: [], direct: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const way of /** @type {const} */ (['direct', 'sandboxed'])) {
      const all = asBytes();
      const startMs = performance.now();
      for (const bytes of all) {
        const scores = await (way === 'direct'
          ? askWorker(bytes)
          : runner.score(bytes, rowsPerBatch));
        if (scores.length !== rowsPerBatch) throw new Error('not a score for each row');
      }
      // the first round compiles
      if (round > 0) times[way].push(performance.now() - startMs);
    }
  }
  runner.close();
  worker.terminate();
  return times;
}
