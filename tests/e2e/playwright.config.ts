import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const port = process.env['PORT'] ?? '4410';
// Not the root of the host: every address in the build has to be relative.
const prefix = '/deep/sub/';
const url = `http://127.0.0.1:${port}${prefix}`;
const executablePath = findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // what takes long belongs to npm run endurance
  grepInvert: /@long/,
  outputDir: `${root}test-results/e2e`,
  reporter: [['list'], ['json', { outputFile: `${root}test-results/e2e.json` }]],
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  // a test that fails once is red
  retries: 0,
  // only a test that fails takes this long
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    // a click waits as long as an assertion does, and then says what it waited for
    actionTimeout: 20_000,
    baseURL: url,
    browserName: 'chromium',
    // each page would store the whole build: what needs that allows it
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Adds --no-sandbox: root and many containers cannot have one.
      chromiumSandbox: false,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // a test frees memory at bad moments
        '--js-flags=--expose-gc',
      ],
    },
  },
  webServer: {
    command: `node scripts/serve.mjs dist ${port} ${prefix}`,
    cwd: root,
    url,
    reuseExistingServer: false,
  },
});
