import { describe, expect, it } from 'vitest';
import { showInvisibles } from './show-invisibles.ts';

/** Tokens in braces, so that a whole text fits one line. */
const shown = (text: string) =>
  showInvisibles(text)
    .map((part) => (part.isToken ? `{${part.text}}` : part.text))
    .join('');

describe('showInvisibles', () => {
  it.each([
    ['no-break space', '10\u00a0km', '10{⟨U+00A0⟩}km'],
    ['narrow no-break space', '10\u202fkm', '10{⟨U+202F⟩}km'],
    ['ideographic space', '東京\u3000駅', '東京{⟨U+3000⟩}駅'],
    ['zero-width space', 'a\u200bb', 'a{⟨U+200B⟩}b'],
    ['zero-width joiner between letters', 'a\u200db', 'a{⟨U+200D⟩}b'],
    ['byte order mark', '\ufeffid', '{⟨U+FEFF⟩}id'],
    ['soft hyphen', 'co\u00adop', 'co{⟨U+00AD⟩}op'],
    ['escape', '\u001b[31m', '{⟨U+001B⟩}[31m'],
    ['null', '\0', '{⟨U+0000⟩}'],
    ['C1 control', '\u0085', '{⟨U+0085⟩}'],
    ['bidi override', 'user\u202etxt', 'user{⟨U+202E⟩}txt'],
    ['bidi isolate', '\u2066x\u2069', '{⟨U+2066⟩}x{⟨U+2069⟩}'],
    ['line separator', 'a\u2028b', 'a{⟨U+2028⟩}b'],
    ['lone high surrogate', 'a\ud83d', 'a{⟨U+D83D⟩}'],
    ['lone low surrogate', '\ude00b', '{⟨U+DE00⟩}b'],
    ['tag characters', 'x\u{e0041}', 'x{⟨U+E0041⟩}'],
    ['Hangul filler', '\u3164', '{⟨U+3164⟩}'],
    ['blank Braille', '\u2800', '{⟨U+2800⟩}'],
    ['stray carriage return', 'a\rb', 'a{⟨U+000D⟩}b'],
  ])('makes a %s visible', (_name, text, expected) => {
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
});
