import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, indexLines, lineAt, lineRange, plainBreaks, utf8Bytes } from './line-index.ts';

describe('indexLines', () => {
  it('gives the start of every line', () => {
    expect([...indexLines('')]).toEqual([0]);
    expect([...indexLines('ab\nc')]).toEqual([0, 3]);
    expect([...indexLines('a\n\nb\n')]).toEqual([0, 2, 3, 5]);
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

  it('takes more lines than it first has room for', () => {
    const starts = indexLines('\n'.repeat(5000));
    expect(starts).toHaveLength(5001);
    expect(starts[5000]).toBe(5000);
  });
});

describe('lineAt', () => {
  it('finds the line of an offset', () => {
    const starts = indexLines('ab\ncd\n');
    expect([0, 2, 3, 5, 6, 99].map((offset) => lineAt(starts, offset))).toEqual([1, 1, 2, 2, 3, 3]);
  });
});

describe('lineRange', () => {
  it('is empty for a line that is not there', () => {
    expect(lineRange('ab', indexLines('ab'), 7)).toEqual([2, 2]);
  });
});

describe('countLines', () => {
  it('counts lines as people do', () => {
    const count = (text: string): number => countLines(text, indexLines(text));
    expect([count(''), count('a'), count('a\n'), count('a\nb'), count('a\n\n')]).toEqual([
      0, 1, 1, 2, 2,
    ]);
  });
});

describe('plainBreaks', () => {
  it('writes every break as one line feed', () => {
    expect(plainBreaks('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });
});

describe('utf8Bytes', () => {
  it('agrees with the encoder, lone halves of characters included', () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '語', '😀', '\ud83d', '\ude00') }),
        (text) => {
          expect(utf8Bytes(text)).toBe(encoder.encode(text).length);
        },
      ),
    );
  });
});
