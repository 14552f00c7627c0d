// npm test, npm run verify, npm run endurance [-- playwright arguments]: the three lanes of checks.
import { freePort, runSteps, scriptStep } from './run-steps.mjs';
import { installBrowser, installPackages, runScript } from './setup.mjs';

const [lane = 'test', ...args] = process.argv.slice(2);

/**
 * A step that runs browser tests, with both cores to itself: pages and workers that wait for a core
 * are slow.
 *
 * @param {string} name
 * @param {readonly string[]} after
 * @param {Parameters<typeof runScript>[1]} [options]
 */
const browserStep = (name, after, options) => ({
  name,
  after: ['browser', ...after],
  /** @param {AbortSignal} signal */
  run: async (signal) =>
    runScript(name, { signal, env: { PORT: await freePort() }, args, ...options }),
});

const INSTALL = [
  { name: 'install', after: [], run: installPackages },
  { name: 'browser', after: ['install'], run: installBrowser },
];

/** @type {Record<string, Parameters<typeof runSteps>>} */
const LANES = {
  // types, unit and component tests, and the main job in a browser
  test: [
    [
      ...INSTALL,
      scriptStep('build:page', ['install']),
      scriptStep('check', ['install']),
      scriptStep('unit', ['build:page', 'check']),
      browserStep('e2e:main', ['unit']),
    ],
    { unit: 'unit.json', browser: 'e2e.json' },
  ],
  // all that takes minutes
  verify: [
    [
      ...INSTALL,
      scriptStep('build', ['install']),
      scriptStep('lint', ['install']),
      scriptStep('lint:format', ['install']),
      scriptStep('unused', ['install']),
      scriptStep('size', ['build']),
      scriptStep('packed', ['build']),
      // every law as often as it says
      scriptStep('unit:full', ['build', 'lint'], { LAWS: 'full' }),
      browserStep('e2e', ['size', 'packed', 'lint:format', 'unused', 'unit:full'], {
        args: ['--grep-invert', '@main|@long', ...args],
        isShown: true,
      }),
    ],
    { unit: 'unit.json', browser: 'e2e.json', unitAlone: 'LAWS=full npx vitest run' },
  ],
  // what is done often or is very large
  endurance: [
    [
      ...INSTALL,
      scriptStep('build', ['install']),
      scriptStep('lint:full', ['install'], { LINT: 'full' }),
      scriptStep('lint:format', ['install']),
      // ratios of times mean something only where cores are not shared with other checks
      scriptStep('laws', ['build', 'lint:full', 'lint:format']),
      browserStep('e2e:long', ['laws'], { isShown: true }),
    ],
    {
      unit: 'laws.json',
      browser: 'endurance.json',
      unitAlone: 'npx vitest run -c tests/endurance/vitest.config.ts',
    },
  ],
};

await runSteps(.../** @type {Parameters<typeof runSteps>} */ (LANES[lane]));
