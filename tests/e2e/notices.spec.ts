import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const readFile = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

for (const [what, path] of [
  ['the build', 'dist/THIRD-PARTY-NOTICES.txt'],
  ['the page in one file', 'dist/trajectory-playground.html'],
] as const) {
  test(`${what} carries the licences of the packages whose code is in it`, () => {
    const notices = readFile(path);
    const { dependencies } = JSON.parse(readFile('package.json')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    // some of them are only in workers, and svelte is built in although it is not needed to run
    for (const name of [...Object.keys(dependencies), 'svelte', '@kurkle/color']) {
      expect(notices).toMatch(
        new RegExp(`^${name.replaceAll('/', '\\/')} \\d+\\.\\d+\\.\\d+ \\(`, 'm'),
      );
    }
    expect(notices.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(5);
    expect(notices).not.toContain('node_modules/');
  });
}
