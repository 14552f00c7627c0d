// Finds the browser that the tests drive.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** @type {Readonly<Record<string, readonly string[]>>} */
const SYSTEM_BROWSERS = {
  linux: [
    // without windows and toolbars, as Playwright's own: tests take a third less time
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
    'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
  ],
};

/**
 * The browser the tests drive: `CHROMIUM_PATH`, else Playwright's own, else the system's.
 *
 * @returns {string | undefined} its path, undefined when none is installed
 */
export function findChromium() {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH names no file: ${wanted}`);
    return wanted;
  }
  const candidates = [chromium.executablePath(), ...(SYSTEM_BROWSERS[process.platform] ?? [])];
  return candidates.find((path) => existsSync(path));
}
