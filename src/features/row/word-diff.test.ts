import { describe, expect, it } from 'vitest';
import { diffWords, type DiffPart } from './word-diff.ts';

const marked = (parts: readonly DiffPart[]) =>
  parts.map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text)).join('');
const diff = (expected: string, made: string) => {
  const both = diffWords(expected, made);
  return [marked(both.expected), marked(both.made)];
};

describe('diffWords', () => {
  it('marks what only one side says', () => {
    expect(
      diff(
        'All lights are off, the front door is locked, the alarm is on.',
        'All lights are off, the alarm is on. Sleep well!',
      ),
    ).toEqual([
      'All lights are off, [the front door is locked,] the alarm is on.',
      'All lights are off, the alarm is on. [Sleep well!]',
    ]);
  });

  it('takes punctuation for itself', () => {
    expect(diff('Done, the study is warm.', 'Done: the study is warm')).toEqual([
      'Done[,] the study is warm[.]',
      'Done[:] the study is warm',
    ]);
  });

  it('does not count space alone', () => {
    expect(diff('one two\nthree', 'one  two three')).toEqual(['one two\nthree', 'one  two three']);
  });

  it('goes character by character where words have no space between', () => {
    expect(diff('寝室は18度です', '寝室は20度です')).toEqual([
      '寝室は[18]度です',
      '寝室は[20]度です',
    ]);
  });

  it('leaves texts unmarked that have little in common', () => {
    const texts = ['Kettle on please now thanks', 'It was off so I switched it'];
    expect(diff(texts[0]!, texts[1]!)).toEqual(texts);
  });

  it('leaves long texts unmarked, and is quick about it', () => {
    const long = 'word '.repeat(2001);
    expect(diff(long, `${long}more`)).toEqual([long, `${long}more`]);
    const most = Array.from({ length: 2000 }, (_, i) => `w${String(i)}`).join(' ');
    expect(diff(most, most.replace('w1000', 'x'))[1]).toContain('[x]');
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
});
