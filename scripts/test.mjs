// npm test [-- playwright arguments]: every check that does not take long.
import { freePort, runSteps } from './run-steps.mjs';
import { installBrowser, installPackages, runScript } from './setup.mjs';

/** @type {(name: string, after?: readonly string[]) => import('./run-steps.mjs').Step} */
const check = (name, after = ['install']) => ({
  name,
  after,
  run: (signal) => runScript(name, { signal }),
});

await runSteps(
  [
    { name: 'install', after: [], run: installPackages },
    check('build'),
    { name: 'browser', after: ['install'], run: installBrowser },
    check('size', ['build']),
    check('packed', ['build']),
    check('lint'),
    check('unit'),
    check('check'),
    {
      // has both cores to itself: pages that wait for a core are slow
      name: 'e2e',
      after: ['browser', 'size', 'packed', 'lint', 'unit', 'check'],
      run: async (signal) => {
        const env = { PORT: await freePort() };
        await runScript('e2e', { signal, env, args: process.argv.slice(2), isShown: true });
      },
    },
  ],
  { unit: 'unit.json', browser: 'e2e.json' },
);
