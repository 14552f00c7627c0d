// npm run endurance [-- playwright arguments]: what the page stands for long, often and in large
// numbers. Takes about a quarter of an hour; `npm test` does without.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installBrowser, installPackages, npm, ROOT, run, StepError } from './setup.mjs';

const REPORTS = {
  laws: join(ROOT, 'test-results', 'laws.json'),
  browser: join(ROOT, 'test-results', 'endurance.json'),
};

/** A port that is free, so that two runs do not meet. */
async function freePort() {
  const probe = createServer();
  await new Promise((onListening) => probe.listen(0, '127.0.0.1', () => onListening(undefined)));
  const address = probe.address();
  await new Promise((onClosed) => probe.close(onClosed));
  return typeof address === 'object' ? String(address?.port) : undefined;
}

/**
 * Runs a tool of the repository's own packages.
 *
 * @param {readonly string[]} path of its script
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
const tool = (path, args, env) =>
  run(process.execPath, [join(ROOT, 'node_modules', ...path), ...args], env);

/** @type {readonly (readonly [name: string, step: () => void | Promise<void>])[]} */
const STEPS = [
  ['install', installPackages],
  ['browser', installBrowser],
  ['laws', () => tool(['vitest', 'vitest.mjs'], ['run', '-c', 'tests/endurance/vitest.config.ts'])],
  ['build', () => npm(['run', '--silent', 'build'])],
  [
    'endurance',
    async () =>
      tool(
        ['@playwright', 'test', 'cli.js'],
        ['test', '-c', 'tests/endurance/playwright.config.ts', ...process.argv.slice(2)],
        { PORT: process.env['PORT'] ?? (await freePort()) },
      ),
  ],
];

/** @param {string} path of a report in JSON; undefined where there is none */
const readReport = (path) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;

let hasFailed = false;
for (const path of Object.values(REPORTS)) rmSync(path, { force: true });
for (const [name, step] of STEPS) {
  const startMs = Date.now();
  try {
    await step();
    console.log(`[${name}] ok, ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
  } catch (error) {
    hasFailed = true;
    console.error(error instanceof StepError ? error.message : error);
    console.error(`[${name}] FAILED, ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
    // a law that does not hold says nothing about the browser
    if (name !== 'laws') break;
  }
}
if (hasFailed) process.exitCode = 1;
const laws = readReport(REPORTS.laws);
const browser = readReport(REPORTS.browser)?.stats;
const passed = (laws?.numPassedTests ?? 0) + (browser?.expected ?? 0);
const failed = (laws?.numFailedTests ?? 0) + (browser?.unexpected ?? 0);
// A runner that broke down without a failed test failed all the same.
console.log(`${passed} passed, ${hasFailed ? Math.max(failed, 1) : failed} failed`);
