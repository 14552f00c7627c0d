import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const readFile = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the build carries the licences of the packages whose code is in it', () => {
  const notices = readFile('dist/THIRD-PARTY-NOTICES.txt');
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
  expect(notices).not.toContain('node_modules');
});
