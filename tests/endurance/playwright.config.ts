import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import usual from '../e2e/playwright.config.ts';

const results = fileURLToPath(new URL('../../test-results/', import.meta.url));

/** Tests that take minutes: what the page stands for long, often or in large numbers. */
const { grepInvert: long, ...shared } = usual;
export default defineConfig({
  ...shared,
  projects: [
    { name: 'endurance', testDir: '.' },
    { name: 'long', testDir: '../e2e', ...(long && { grep: long }) },
  ],
  outputDir: `${results}endurance`,
  reporter: [['list'], ['json', { outputFile: `${results}endurance.json` }]],
  timeout: 900_000,
  expect: { timeout: 180_000 },
});
