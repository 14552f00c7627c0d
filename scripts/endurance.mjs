// npm run endurance [-- playwright arguments]: what takes minutes, is done often or is very large.
import { join } from 'node:path';
import { freePort, runSteps } from './run-steps.mjs';
import { installBrowser, installPackages, ROOT, run, runScript } from './setup.mjs';

/**
 * Runs a tool of the repository's own packages.
 *
 * @param {readonly string[]} path of its script
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} options
 */
const tool = (path, args, options) =>
  run(process.execPath, [join(ROOT, 'node_modules', ...path), ...args], options);

await runSteps(
  [
    { name: 'install', after: [], run: installPackages },
    { name: 'browser', after: ['install'], run: installBrowser },
    { name: 'build', after: ['install'], run: (signal) => runScript('build', { signal }) },
    {
      name: 'lint',
      after: ['install'],
      run: (signal) =>
        tool(['eslint', 'bin', 'eslint.js'], ['src'], { signal, env: { LINT: 'full' } }),
    },
    { name: 'format', after: ['install'], run: (signal) => runScript('lint:format', { signal }) },
    {
      // it has ratios of times, which mean something only where cores are not shared with other checks
      name: 'laws',
      after: ['build', 'lint', 'format'],
      run: (signal) =>
        tool(['vitest', 'vitest.mjs'], ['run', '-c', 'tests/endurance/vitest.config.ts'], {
          signal,
        }),
    },
    {
      name: 'endurance',
      after: ['browser', 'laws'],
      run: async (signal) => {
        const config = ['test', '-c', 'tests/endurance/playwright.config.ts'];
        const env = { PORT: await freePort() };
        await tool(['@playwright', 'test', 'cli.js'], [...config, ...process.argv.slice(2)], {
          signal,
          env,
          isShown: true,
        });
      },
    },
  ],
  {
    unit: 'laws.json',
    browser: 'endurance.json',
    unitAlone: 'npx vitest run -c tests/endurance/vitest.config.ts',
  },
);
