// What `npm start` and the three lanes of checks share. Node built-ins only: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A failed step; the message is for the user, and not about a bug. */
export class StepError extends Error {}

/**
 * Runs a command in the repository, without input. Its output is shown when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env] variables to add
 * @param {AbortSignal} [options.signal] ends the command
 * @param {boolean} [options.isShown] whether its output is shown at once
 * @returns {Promise<void>}
 */
export function run(command, args, { env = {}, signal, isShown = false } = {}) {
  return new Promise((onDone, onFailed) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
      // Windows starts .cmd files only through a shell.
      shell: process.platform === 'win32' && command !== process.execPath,
      signal,
    });
    /** @type {Buffer[]} */
    const output = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => output.push(part));
    const fail = (/** @type {string} */ why) =>
      onFailed(new StepError(`${Buffer.concat(output).toString()}\n${why}`));
    child.on('error', (error) => fail(`${command} did not start: ${error.message}`));
    child.on('close', (code) => {
      if (code === 0) onDone();
      else fail(`${[command, ...args].join(' ')} ended with ${code ?? 'a signal'}`);
    });
  });
}

/**
 * Runs the npm that started this script, else the one on the PATH.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('npm-cli.js')
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options);
}

/**
 * Runs a script of package.json.
 *
 * @param {string} name
 * @param {Parameters<typeof run>[2] & { args?: readonly string[] }} [options]
 */
export function runScript(name, { args = [], ...options } = {}) {
  return npm(['run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])], options);
}

/** Throws unless this Node can run the tools. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!isNewEnough) {
    throw new StepError(`Node ${process.versions.node} is too old: take 20.19, 22.12 or later.`);
  }
}

/** Installs the locked packages unless they are there. */
export async function installPackages() {
  checkNode();
  if (!hasLockedPackages()) await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
}

/** Compares the lockfile with npm's copy of what it installed. */
function hasLockedPackages() {
  const copy = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(copy)) return false;
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const installed = packagesOf(copy);
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || installed[path]?.version === version,
  );
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/** Installs a Chromium unless one is found: Playwright's, else the distribution's. */
export async function installBrowser() {
  const { findChromium } = await import('./chromium.mjs');
  if (findChromium()) return;
  for (const install of [installPlaywrightChromium, installDebianChromium]) {
    try {
      await install();
    } catch (error) {
      // the last line of the output says what failed
      console.warn(error instanceof Error ? error.message.trim().split('\n').at(-1) : error);
    }
    if (findChromium()) return;
  }
  throw new StepError('No Chromium found. Install Chrome or Chromium, or set CHROMIUM_PATH.');
}

async function installPlaywrightChromium() {
  console.log("No Chromium found; installing Playwright's");
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  await run(process.execPath, [cli, 'install', 'chromium']);
}

async function installDebianChromium() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log("Installing the distribution's Chromium");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  const install = ['install', '--yes', '--no-install-recommends'];
  try {
    await run('apt-get', [...install, 'chromium-headless-shell'], { env });
  } catch {
    await run('apt-get', [...install, 'chromium'], { env });
  }
}
