import { expect, it } from 'vitest';
import { tablesOf } from '../../tests/support/cases.ts';
import { showInvisibles } from './show-invisibles.ts';

const CASES = tablesOf<{
  invisibles: [string, string, string][];
}>('ui');

/** Tokens in braces, so that a whole text fits one line. */
const shown = (text: string) =>
  showInvisibles(text)
    .map((part) => (part.isToken ? `{${part.text}}` : part.text))
    .join('');

it.each(CASES.invisibles)('makes a %s visible', (_name, text, expected) => {
  expect(shown(text)).toBe(expected);
});

it('leaves what is plain to see', () => {
  const plain = ['', 'a b', 'line\r\nline\n\ttab', 'für « été »', '東京', 'é', 'e\u0301', '😀'];
  for (const text of plain) expect(shown(text)).toBe(text);
  // joiners and selectors inside emoji
  for (const emoji of ['👩‍👩‍👧', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽', '🇫🇷']) expect(shown(emoji)).toBe(emoji);
});

it('writes a run of one character as one token', () => {
  expect(shown(`a${'\u200b'.repeat(300)}b`)).toBe('a{⟨U+200B ×300⟩}b');
  expect(shown('\u200b\u200c\u200c')).toBe('{⟨U+200B⟩}{⟨U+200C ×2⟩}');
  expect(shown('\u{e0041}\u{e0041}')).toBe('{⟨U+E0041 ×2⟩}');
});

it('takes 20,000 characters without effort', () => {
  expect(showInvisibles('ab\u200b'.repeat(7000))).toHaveLength(14_000);
});
