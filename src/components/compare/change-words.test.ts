import { expect, it } from 'vitest';
import { CHANGES } from '#core/compare/changes.ts';
import { PAIR_FILTERS, wordsOf } from './change-words.ts';

it('has a chip for every change, for all and for both sides alone', () => {
  expect(PAIR_FILTERS).toHaveLength(CHANGES.length + 3);
  expect(PAIR_FILTERS).toEqual(expect.arrayContaining([...CHANGES]));
});

it('tells changes apart without colour', () => {
  const glyphs = CHANGES.map((change) => wordsOf(change).glyph);
  expect(new Set(glyphs).size).toBe(CHANGES.length);
  expect(new Set(PAIR_FILTERS.map((filter) => wordsOf(filter).word)).size).toBe(
    PAIR_FILTERS.length,
  );
});
