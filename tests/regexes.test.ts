import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUILT_REGEXES } from './fixtures/regexes/built-regexes.ts';
import { listRegexes } from './support/list-regexes.ts';

const CHECKED = new URL('fixtures/regexes/checked.txt', import.meta.url);

/**
 * A regular expression can take a time that doubles with each character of what it is matched with.
 * Whoever writes one has it looked at:
 * `npx vitest run -c tests/endurance/vitest.config.ts regexes -u` checks each and writes the list.
 */
describe('every regular expression', () => {
  const { literals, built } = listRegexes();
  const checked = readFileSync(CHECKED, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

  it('is on the list of those that were checked, and nothing else is', () => {
    expect(checked).toEqual(literals);
  });

  it('that is put together when it runs has an example on the list of such', () => {
    expect(built).toEqual(Object.keys(BUILT_REGEXES).sort());
  });
});
