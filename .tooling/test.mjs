// npm test [-- playwright arguments]: every check, in order, up to the first that fails.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installBrowser, installPackages, npm, ROOT, StepError } from './setup.mjs';

const REPORTS = join(ROOT, 'test-results');

/**
 * @param {string} name of a script in package.json
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
const script = (name, args = [], env) => {
  npm(['run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])], env);
};

/** @type {readonly (readonly [name: string, step: () => void | Promise<void>])[]} */
const STEPS = [
  ['install', installPackages],
  ['browser', installBrowser],
  ['check', () => script('check')],
  ['lint', () => script('lint')],
  ['unit', () => script('unit')],
  ['build', () => script('build')],
  ['size', () => script('size')],
  ['e2e', async () => script('e2e', process.argv.slice(2), { PORT: await freePort() })],
];

/** The port in `PORT`, else any free one, so that two runs do not meet. */
async function freePort() {
  if (process.env['PORT']) return process.env['PORT'];
  const probe = createServer();
  await new Promise((onListening) => probe.listen(0, '127.0.0.1', () => onListening(undefined)));
  const address = probe.address();
  await new Promise((onClosed) => probe.close(onClosed));
  return typeof address === 'object' ? String(address?.port) : undefined;
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
    passed: (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0) + (e2e?.flaky ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0),
  };
}

/** @param {number} startMs */
const lap = (startMs) => `${((Date.now() - startMs) / 1000).toFixed(1)} s`;

/** @returns {Promise<string | undefined>} the name of the step that failed */
async function runSteps() {
  for (const [name, step] of STEPS) {
    const startMs = Date.now();
    try {
      await step();
      console.log(`[${name}] ok, ${lap(startMs)}`);
    } catch (error) {
      console.error(error instanceof StepError ? error.message : error);
      console.error(`[${name}] FAILED, ${lap(startMs)}`);
      return name;
    }
  }
  return undefined;
}

rmSync(REPORTS, { recursive: true, force: true });
const failedStep = await runSteps();
if (failedStep) process.exitCode = 1;
if (!failedStep || failedStep === 'unit' || failedStep === 'e2e') {
  const { passed, failed } = countTests();
  // A runner that broke down without a failed test failed all the same.
  console.log(`${passed} passed, ${failedStep ? Math.max(failed, 1) : failed} failed`);
}
