import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tablesOf } from '../../tests/support/cases.ts';
import { tellApart } from './tell-apart.ts';

const CASES = tablesOf<{
  tellApart: [string[], string[]][];
}>('ui');

it.each(CASES.tellApart)('%j', (names, told) => {
  expect(tellApart(names)).toEqual(told);
});

it('never makes different names the same, nor any longer', () => {
  const part = fc.constantFrom('home', 'assistant,', 'edited', '·', 'a-very-long-word-of-it', '🎹');
  const name = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 5 }), (names) => {
      const told = tellApart(names);
      expect(new Set(told).size).toBe(new Set(names).size);
      for (const [place, text] of told.entries())
        expect(text.length).toBeLessThanOrEqual(names[place]!.length);
    }),
  );
});
