import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, indexLines, lineAt, lineRange, plainBreaks, utf8Bytes } from './line-index.ts';

describe('indexLines', () => {
  it('gives the start of every line, of more than it first has room for too', () => {
    expect([...indexLines('')]).toEqual([0]);
    expect([...indexLines('a\n\nb\n')]).toEqual([0, 2, 3, 5]);
    expect([...indexLines('\n'.repeat(5000))]).toEqual(Array.from({ length: 5001 }, (_, at) => at));
  });

  it('agrees with splitting, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '😀') }), (text) => {
        const starts = indexLines(text);
        const lines = Array.from(starts, (_, i) => text.slice(...lineRange(text, starts, i + 1)));
        expect(lines).toEqual(text.split('\n'));
      }),
    );
  });

  it('has no line that is not there', () => {
    expect(lineRange('ab', indexLines('ab'), 7)).toEqual([2, 2]);
  });
});

it('the line of an offset is found', () => {
  const starts = indexLines('ab\ncd\n');
  expect([0, 2, 3, 5, 6, 99].map((offset) => lineAt(starts, offset))).toEqual([1, 1, 2, 2, 3, 3]);
});

it('lines are counted as people do, and every break is one line feed', () => {
  const count = (text: string): number => countLines(text, indexLines(text));
  expect(['', 'a', 'a\n', 'a\nb', 'a\n\n'].map(count)).toEqual([0, 1, 1, 2, 2]);
  expect(plainBreaks('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
});

it('bytes of UTF-8 agree with the encoder, lone halves of characters included', () => {
  const encoder = new TextEncoder();
  const unit = fc.constantFrom('a', 'é', '語', '😀', '\ud83d', '\ude00');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(utf8Bytes(text)).toBe(encoder.encode(text).length);
    }),
  );
});
