// npm test [-- playwright arguments]: every check, two at a time, up to the first that fails.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installBrowser, installPackages, ROOT, runScript } from './setup.mjs';

const REPORTS = join(ROOT, 'test-results');

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} after the steps that have to be done before
 * @property {(signal: AbortSignal) => Promise<void>} run rejects when the step fails
 */

/**
 * The longest first, so that none is left over at the end.
 *
 * @type {readonly Step[]}
 */
const STEPS = [
  { name: 'install', after: [], run: () => installPackages() },
  { name: 'browser', after: ['install'], run: () => installBrowser() },
  { name: 'build', after: ['install'], run: (signal) => runScript('build', { signal }) },
  { name: 'size', after: ['build'], run: (signal) => runScript('size', { signal }) },
  { name: 'lint', after: ['install'], run: (signal) => runScript('lint', { signal }) },
  { name: 'check', after: ['install'], run: (signal) => runScript('check', { signal }) },
  { name: 'unit', after: ['install'], run: (signal) => runScript('unit', { signal }) },
  {
    // has both cores to itself: pages that wait for a core are slow, and tests of them unsure
    name: 'e2e',
    after: ['browser', 'build', 'size', 'lint', 'check', 'unit'],
    run: async (signal) =>
      runScript('e2e', {
        signal,
        args: process.argv.slice(2),
        env: { PORT: await freePort() },
        isShown: true,
      }),
  },
];
const AT_ONCE = 2;

/** The port in `PORT`, else any free one, so that two runs do not meet. */
async function freePort() {
  if (process.env['PORT']) return process.env['PORT'];
  const probe = createServer();
  await new Promise((onListening) => probe.listen(0, '127.0.0.1', () => onListening(undefined)));
  const address = probe.address();
  await new Promise((onClosed) => probe.close(onClosed));
  return typeof address === 'object' ? String(address?.port) : undefined;
}

/** @returns {Promise<string | undefined>} the name of the first step that failed */
async function runSteps() {
  const ended = new AbortController();
  const done = new Set();
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  /** @type {string | undefined} */
  let failed;
  const waiting = [...STEPS];

  /** @param {Step} step */
  const begin = async ({ name, run }) => {
    const startMs = Date.now();
    const lap = () => `${((Date.now() - startMs) / 1000).toFixed(1)} s`;
    try {
      await run(ended.signal);
      done.add(name);
      console.log(`[${name}] ok, ${lap()}`);
    } catch (error) {
      if (failed === undefined) {
        console.error(error instanceof Error ? error.message : error);
        console.error(`[${name}] FAILED, ${lap()}`);
      }
      failed ??= name;
      ended.abort();
    }
    running.delete(name);
  };

  while (failed === undefined && done.size < STEPS.length) {
    for (const step of [...waiting]) {
      if (running.size >= AT_ONCE) break;
      if (!step.after.every((name) => done.has(name))) continue;
      waiting.splice(waiting.indexOf(step), 1);
      running.set(step.name, begin(step));
    }
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  return failed;
}

/** @param {string} file */
function readReport(file) {
  const path = join(REPORTS, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Test counts of both runners so far. */
function countTests() {
  const unit = readReport('unit.json');
  const e2e = readReport('e2e.json')?.stats;
  return {
    passed: (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0) + (e2e?.flaky ?? 0),
  };
}

rmSync(REPORTS, { recursive: true, force: true });
const failedStep = await runSteps();
if (failedStep) process.exitCode = 1;
const { passed, failed } = countTests();
// a step that broke down without a failed test failed all the same
console.log(`${passed} passed, ${failedStep ? Math.max(failed, 1) : failed} failed`);
