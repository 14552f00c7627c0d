// npm run verify [-- playwright arguments]: everything that `npm test` leaves out and that takes minutes.
import { freePort, runSteps, scriptStep } from './run-steps.mjs';
import { installBrowser, installPackages, runScript } from './setup.mjs';

await runSteps(
  [
    { name: 'install', after: [], run: installPackages },
    scriptStep('build', ['install']),
    { name: 'browser', after: ['install'], run: installBrowser },
    scriptStep('lint', ['install']),
    scriptStep('lint:format', ['install']),
    scriptStep('unused', ['install']),
    scriptStep('size', ['build']),
    scriptStep('packed', ['build']),
    // every law as often as it says
    scriptStep('unit:full', ['build', 'lint'], { LAWS: 'full' }),
    {
      // has both cores to itself: pages that wait for a core are slow
      name: 'e2e',
      after: ['browser', 'size', 'packed', 'lint:format', 'unused', 'unit:full'],
      run: async (signal) => {
        const env = { PORT: await freePort() };
        const args = ['--grep-invert', '@main|@long', ...process.argv.slice(2)];
        await runScript('e2e', { signal, env, args, isShown: true });
      },
    },
  ],
  { unit: 'unit.json', browser: 'e2e.json', unitAlone: 'LAWS=full npx vitest run' },
);
