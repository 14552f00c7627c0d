import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tablesOf } from '../../tests/support/cases.ts';
import { shortenNames } from './shorten-names.ts';

const CASES = tablesOf<{
  shortenNames: [string[], string[]][];
}>('ui');

it.each(CASES.shortenNames)('%j', (names, told) => {
  expect(shortenNames(names)).toEqual(told);
});

it('never makes different names the same, nor any longer', () => {
  const part = fc.constantFrom('home', 'assistant,', 'edited', '·', 'a-very-long-word-of-it', '🎹');
  const name = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 5 }), (names) => {
      const told = shortenNames(names);
      expect(new Set(told).size).toBe(new Set(names).size);
      for (const [place, text] of told.entries())
        expect(text.length).toBeLessThanOrEqual(names[place]!.length);
    }),
  );
});
