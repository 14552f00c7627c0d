// What `npm start` and `npm test` share. Node built-ins only: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A step did not succeed; the message is for the reader, not a bug. */
export class StepError extends Error {}

/**
 * Runs a command in the repository with its output shown and no input.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] variables to add
 */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Windows starts .cmd files only through a shell.
    shell: process.platform === 'win32' && command !== process.execPath,
  });
  if (error) throw new StepError(`${command} did not start: ${error.message}`);
  if (status === 0) return;
  throw new StepError(`${[command, ...args].join(' ')} ended with ${status ?? 'a signal'}`);
}

/**
 * Runs the npm that started us, else the one on the PATH.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function npm(args, env) {
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('npm-cli.js')) run(process.execPath, [cli, ...args], env);
  else run('npm', args, env);
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
export function installPackages() {
  checkNode();
  if (!hasLockedPackages()) npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
}

/** Compares the lockfile with the copy npm keeps of what it installed. */
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
      install();
    } catch (error) {
      console.warn(error instanceof Error ? error.message : error);
    }
    if (findChromium()) return;
  }
  throw new StepError('No Chromium found. Install Chrome or Chromium, or set CHROMIUM_PATH.');
}

function installPlaywrightChromium() {
  console.log("No Chromium found; installing Playwright's");
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  run(process.execPath, [cli, 'install', 'chromium']);
}

function installDebianChromium() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log("Installing the distribution's Chromium");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update'], env);
  const install = ['install', '--yes', '--no-install-recommends'];
  try {
    run('apt-get', [...install, 'chromium-headless-shell'], env);
  } catch {
    run('apt-get', [...install, 'chromium'], env);
  }
}
