import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const readFile = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const IN_THE_PAGE = [
  '@google/generative-ai',
  '@kurkle/color',
  'chart.js',
  'comlink',
  'hyparquet',
  'hyparquet-compressors',
  'idb',
  'p-queue',
  'papaparse',
  'svelte',
];

for (const [what, path] of [
  ['the build', 'dist/THIRD-PARTY-NOTICES.txt'],
  ['the page in one file', 'dist/trajectory-playground.html'],
] as const) {
  test(`${what} carries the licences of the packages whose code is in it`, () => {
    const notices = readFile(path);
    // some of them are only in workers
    for (const name of IN_THE_PAGE) {
      expect(notices).toMatch(
        new RegExp(`^${name.replaceAll('/', '\\/')} \\d+\\.\\d+\\.\\d+ \\(`, 'm'),
      );
    }
    expect(notices.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(5);
    expect(notices).not.toContain('node_modules/');
  });
}
