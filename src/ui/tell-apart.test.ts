import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tellApart } from './tell-apart.ts';

it.each([
  [
    ['main', 'release 2.4'],
    ['main', 'release 2.4'],
  ],
  [
    ['On-device home assistant, edited · as text', 'On-device home assistant, edited · typed'],
    ['On-device… as text', 'On-device… typed'],
  ],
  [
    ['Travel support, nightly · release', 'Travel support, nightly · release short'],
    ['Travel… release', 'Travel… release short'],
  ],
  [
    ['A name of which there is only the one', 'and something else that is as long'],
    ['A name of which there is only the one', 'and something else that is as long'],
  ],
  [
    Array.from({ length: 2 }, () => 'On-device home assistant, edited'),
    Array.from({ length: 2 }, () => 'On-device home…'),
  ],
  [['A single name may be as long as it is'], ['A single name may be as long as it is']],
  [[], []],
])('%j', (names, told) => {
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
