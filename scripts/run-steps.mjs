// What the three lanes of checks share: steps that run two at a time, what they count, what failed.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { ROOT, runScript } from './setup.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} after the steps that have to be done before
 * @property {(signal: AbortSignal) => Promise<void>} run rejects when the step fails
 */

/** One step for each core of a small machine. */
const AT_ONCE = 2;

/**
 * A step that is a script of package.json.
 *
 * @param {string} name
 * @param {readonly string[]} after
 * @param {NodeJS.ProcessEnv} [env] variables to add
 * @returns {Step}
 */
export function scriptStep(name, after, env = {}) {
  return { name, after, run: (signal) => runScript(name, { signal, env }) };
}

/** The port in `PORT`, else any free one, so that two runs do not collide. */
export async function freePort() {
  return process.env['PORT'] || anyPort();
}

/** Finds a free port. */
export async function anyPort() {
  const probe = createServer();
  await new Promise((onListening) => probe.listen(0, '127.0.0.1', () => onListening(undefined)));
  const address = probe.address();
  await new Promise((onClosed) => probe.close(onClosed));
  return typeof address === 'object' ? String(address?.port) : undefined;
}

/**
 * Runs the steps up to the first that fails, says how each ended, and ends the process so.
 *
 * @param {readonly Step[]} steps in the order in which they are begun where there is a choice
 * @param {object} reports
 * @param {string} reports.unit the file in test-results that Vitest writes
 * @param {string} reports.browser the file in test-results that Playwright writes
 * @param {string} [reports.unitAlone] the command that runs a file of Vitest's alone
 */
export async function runSteps(
  steps,
  { unit: unitFile, browser: browserFile, unitAlone = 'npx vitest run' },
) {
  const files = [unitFile, browserFile].map((name) => join(ROOT, 'test-results', name));
  for (const file of files) rmSync(file, { force: true });
  const startMs = Date.now();
  const failedStep = await runInOrder(steps);
  if (failedStep) process.exitCode = 1;
  const [unit, browser] = files.map((file) =>
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
  );
  if (failedStep)
    printFailures(failedStep, [...failedUnits(unit, unitAlone), ...failedPages(browser)]);
  const { expected = 0, unexpected = 0, flaky = 0 } = browser?.stats ?? {};
  const passed = (unit?.numPassedTests ?? 0) + expected;
  const failed = (unit?.numFailedTests ?? 0) + unexpected + flaky;
  console.log(`\n${((Date.now() - startMs) / 60_000).toFixed(1)} minutes`);
  // a step that broke without a failed test is a failure, too
  console.log(`${passed} passed, ${failedStep ? Math.max(failed, 1) : failed} failed`);
}

/**
 * A test that failed.
 *
 * @typedef {object} Failure
 * @property {string} title
 * @property {string} alone the command that runs it alone
 */

/**
 * @param {string} step
 * @param {readonly Failure[]} failures
 */
function printFailures(step, failures) {
  if (failures.length === 0) console.error(`\nRun it alone: npm run ${step}`);
  for (const { title, alone } of failures) console.error(`\n${title}\n  alone: ${alone}`);
}

/**
 * @param {any} report what Vitest wrote
 * @param {string} command
 * @returns {Failure[]}
 */
function failedUnits(report, command) {
  return (report?.testResults ?? []).flatMap(
    (/** @type {any} */ { name, status, assertionResults }) => {
      const file = relative(ROOT, name);
      const alone = `${command} ${file}`;
      const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
      if (failed.length === 0 && status === 'failed') return [{ title: file, alone }];
      return failed.map((/** @type {any} */ { fullName, title }) => ({
        title: `${file}: ${fullName}`,
        alone: `${alone} -t ${JSON.stringify(title)}`,
      }));
    },
  );
}

/**
 * @param {any} report what Playwright wrote
 * @returns {Failure[]}
 */
function failedPages(report) {
  /** @type {(suite: { specs?: any[], suites?: any[] }) => any[]} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  const config = relative(ROOT, report?.config.configFile ?? '');
  return specsOf(report ?? {})
    .filter((spec) => !spec.ok)
    .map(({ title, file, line }) => ({
      title: `${file}: ${title}`,
      alone: `npx playwright test -c ${config} ${file}:${line}`,
    }));
}

/**
 * @param {readonly Step[]} steps
 * @returns {Promise<string | undefined>} the name of the first step that failed
 */
async function runInOrder(steps) {
  const ended = new AbortController();
  const waiting = [...steps];
  const done = new Set();
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  /** @type {string | undefined} */
  let failed;

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

  while (failed === undefined && done.size < steps.length) {
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
