// npm test [-- playwright arguments]: types, unit and component tests, and the main job in a browser.
import { freePort, runSteps, scriptStep } from './run-steps.mjs';
import { installBrowser, installPackages, runScript } from './setup.mjs';

await runSteps(
  [
    { name: 'install', after: [], run: installPackages },
    scriptStep('build:page', ['install']),
    { name: 'browser', after: ['install'], run: installBrowser },
    scriptStep('check', ['install']),
    // both get the two cores to themselves: pages and workers that wait for a core are slow
    scriptStep('unit', ['build:page', 'check']),
    {
      name: 'e2e:main',
      after: ['browser', 'unit'],
      run: async (signal) => {
        const env = { PORT: await freePort() };
        await runScript('e2e:main', { signal, env, args: process.argv.slice(2) });
      },
    },
  ],
  { unit: 'unit.json', browser: 'e2e.json' },
);
