// npm start [-- --no-open]: install, build, serve on loopback (PORT, else 4173) and open.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installPackages, ROOT, runScript, StepError } from './setup.mjs';

/** @type {Readonly<Record<string, readonly [string, ...string[]]>>} */
const OPENERS = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };

/** @param {string} url */
function open(url) {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  // Without a desktop there is nothing to open; the address is printed.
  opener.on('error', () => undefined).unref();
}

/** Serves on the requested port; on any free one when the default port is taken. */
async function serveBuild() {
  // its packages are installed only now
  const { serve } = await import('./serve.mjs');
  const folder = join(ROOT, 'dist');
  const wanted = process.env['PORT'];
  if (wanted) return serve(folder, Number(wanted));
  return serve(folder, 4173).catch(() => serve(folder, 0));
}

try {
  console.log('Installing packages (once) …');
  await installPackages();
  console.log('Building the page …');
  await runScript('build');
  const url = await serveBuild();
  console.log(`\nTrajectory Playground is at ${url} (Ctrl+C ends it)`);
  if (!process.argv.includes('--no-open') && !process.env['CI']) open(url);
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  process.exitCode = 1;
}
