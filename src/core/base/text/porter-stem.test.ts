import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { porterStem } from './porter-stem.ts';

const CASES = tablesOf<{
  stems: [string, string][];
}>('base');

it.each(CASES.stems)('stems %s to %s', (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

it('stems a word of any length', () => {
  expect(porterStem('y'.repeat(50_000))).toHaveLength(50_000);
});
