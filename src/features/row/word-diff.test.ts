import { expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { diffWords, type DiffPart } from './word-diff.ts';

const CASES = tablesOf<{
  wordDiffs: [string, string, string][];
}>('ui');

const marked = (parts: readonly DiffPart[]) =>
  parts.map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text)).join('');

it.each(CASES.wordDiffs)('marks %s', (_, expected, made) => {
  const plain = (text: string): string => text.replaceAll(/[[\]]/g, '');
  const both = diffWords(plain(expected), plain(made));
  expect([marked(both.expected), marked(both.made)]).toEqual([expected, made]);
});

it('leaves long texts unmarked, and is quick about it', () => {
  const long = 'word '.repeat(2001);
  const { expected, made } = diffWords(long, `${long}more`);
  expect([marked(expected), marked(made)]).toEqual([long, `${long}more`]);
  const most = Array.from({ length: 2000 }, (_, i) => `w${String(i)}`).join(' ');
  expect(marked(diffWords(most, most.replace('w1000', 'x')).made)).toContain('[x]');
});

it('keeps every character of both texts', () => {
  for (const text of ['', ' ', '  a', 'a\n\n b ', '😀 ok 👩‍👩‍👧', '\ud83d x', "d'accord — l’été"]) {
    for (const other of ['', 'a b', text]) {
      const { expected, made } = diffWords(text, other);
      expect(expected.map((part) => part.text).join('')).toBe(text);
      expect(made.map((part) => part.text).join('')).toBe(other);
    }
  }
});
