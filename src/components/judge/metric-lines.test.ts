import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines, readRatings, writeLines, writeRatings } from './metric-lines.ts';

const word = fc.stringMatching(/^[a-zé]{1,8}( [a-z]{1,5})?$/);

test('lines of criteria are read back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ name: word, text: word })), (list) => {
      expect(readLines(writeLines(list))).toEqual(list);
    }),
  );
  expect(readLines('\nno colon\n Name :  a: b ')).toEqual([
    { name: '1', text: 'no colon' },
    { name: 'Name', text: 'a: b' },
  ]);
});

test('a rubric is read back as it was', () => {
  const rating = fc.record({ score: fc.integer({ min: -5, max: 9 }), text: word });
  fc.assert(
    fc.property(fc.array(rating), (list) => {
      const wanted = list.map(({ score, text }) => ({ score: score + 0, text }));
      expect(readRatings(writeRatings(list))).toEqual(wanted);
    }),
  );
  expect(readRatings('−2 too short\n0.5) half\nx')).toEqual([
    { score: -2, text: 'too short' },
    { score: 0.5, text: 'half' },
    { score: Number.NaN, text: 'x' },
  ]);
});
