import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import usual from '../e2e/playwright.config.ts';

const results = fileURLToPath(new URL('../../test-results/', import.meta.url));

/** Tests that take minutes: what the page stands for long, often or in large numbers. */
export default defineConfig({
  ...usual,
  testDir: '.',
  outputDir: `${results}endurance`,
  reporter: [['list'], ['json', { outputFile: `${results}endurance.json` }]],
  retries: 0,
  timeout: 900_000,
  expect: { timeout: 180_000 },
});
