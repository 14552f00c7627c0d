import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { countRuns, internWords, type TakeWord, WordTable } from './word-lists.ts';

function cutAtSpaces(text: string, take: TakeWord): void {
  for (const { index, 0: word } of text.matchAll(/[^ ]+/g)) take(text, index, index + word.length);
}
const intern = (a: readonly string[], b: readonly string[]) =>
  internWords(a.join(' '), b.join(' '), cutAtSpaces);

it('countRuns matches all runs of a text and itself, however many there are', () => {
  const long = Array.from({ length: 3000 }, (_, i) => `w${String(i % 1700)}`);
  expect(countRuns(intern(long, long), 3).map(({ matched }) => matched)).toEqual([
    3000, 2999, 2998,
  ]);
});

it('internWords gives equal words the same integer', () => {
  expect(intern(['b', 'toString'], ['a', 'b', 'a'])).toEqual({
    reference: [0, 1, 0],
    prediction: [1, 2],
    distinct: 3,
  });
});

it('WordTable numbers words as a Map does, however many and wherever they are', () => {
  const word = fc.oneof(
    fc.constantFrom('a', 'b', 'ab', 'ba', 'constructor'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 80 }), (list) => {
      const known = new Map<string, number>();
      const expected = list.map((one) => {
        if (!known.has(one)) known.set(one, known.size);
        return known.get(one);
      });
      const text = list.join('');
      const table = new WordTable(text.length);
      let from = 0;
      const found = list.map((one) => table.add(text, from, (from += one.length)));
      expect(found).toEqual(expected);
      expect(table.size).toBe(known.size);
    }),
    { numRuns: lawRuns(300) },
  );
  const many = Array.from({ length: 9000 }, (_, i) => `w${String(i % 7000)}`);
  expect(intern(many, []).distinct).toBe(7000);
});
