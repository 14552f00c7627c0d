import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clipTokens,
  COLOURED_LENGTH,
  markTokens,
  plainLine,
  tokenise,
  type Token,
} from './highlight.ts';

const join = (tokens: readonly Token[]): string => tokens.map((token) => token.text).join('');
const kinds = (line: string): string[] =>
  tokenise(line)
    .filter((token) => token.text.trim() !== '')
    .map((token) => `${token.kind} ${token.text.trim()}`);
const marked = (tokens: readonly Token[]): string[] =>
  tokens.filter((token) => token.isMarked).map((token) => token.text);

describe('tokenise', () => {
  it('tells keys, strings, numbers and brackets apart', () => {
    expect(kinds('{"id" : "a\\"b", "n": -1.5e3, "ok": [true, null]}')).toEqual([
      'punctuation {',
      'key "id"',
      'punctuation :',
      'string "a\\"b"',
      'punctuation ,',
      'key "n"',
      'punctuation :',
      'number -1.5e3',
      'punctuation ,',
      'key "ok"',
      'punctuation : [',
      'number true',
      'punctuation ,',
      'number null',
      'punctuation ]}',
    ]);
  });

  it('reads a string that is not closed to the end of the line', () => {
    expect(kinds('{"a": "b, 1}')).toEqual([
      'punctuation {',
      'key "a"',
      'punctuation :',
      'string "b, 1}',
    ]);
  });

  it('reads strings as Python and JavaScript write them', () => {
    expect(kinds("{'a': `b`} # 'c'")).toEqual([
      'punctuation {',
      "key 'a'",
      'punctuation :',
      'string `b`',
      'punctuation }',
      "plain # 'c'",
    ]);
  });

  it('leaves words plain and in one piece', () => {
    expect(kinds('not tinted')).toEqual(['plain not tinted']);
  });

  it('joins back to the same text', () => {
    const unit = fc.constantFrom(
      '"',
      '\\',
      '{',
      ':',
      ',',
      '1',
      '-',
      't',
      'true',
      ' ',
      '\t',
      'é',
      '😀',
      '\ud83d',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'grapheme' })), (line) => {
        expect(join(tokenise(line))).toBe(line);
        expect(join(plainLine(line))).toBe(line);
      }),
    );
  });

  it('colours the beginning of a long line and never cuts a character', () => {
    const line = `"${'x'.repeat(COLOURED_LENGTH - 2)}😀${'y'.repeat(100_000)}"`;
    const tokens = tokenise(line);
    expect(join(tokens)).toBe(line);
    expect(tokens.map((token) => token.kind)).toEqual(['string', 'plain']);
    expect(tokens[1]?.text.startsWith('😀')).toBe(true);
  });

  it('survives thousands of escapes', () => {
    const line = `"${'\\n'.repeat(2400)}"`;
    expect(tokenise(line)).toHaveLength(1);
  });
});

describe('markTokens', () => {
  const tokens = tokenise('{"id": "a", "n": oops}');

  it('marks the piece at a column', () => {
    expect(marked(markTokens(tokens, { column: 9 }))).toEqual(['"a"']);
  });

  it('marks the last piece with ink when the column is past the end', () => {
    expect(marked(markTokens(tokenise('{"id": 1  '), { column: 99 }))).toEqual(['1']);
  });

  it('marks a key, and the whole line where the key is not found', () => {
    expect(marked(markTokens(tokens, { key: 'n' }))).toEqual(['"n"']);
    expect(marked(markTokens(tokens, { key: 'other' })).join('')).toBe(join(tokens));
    expect(marked(markTokens(tokens, {})).join('')).toBe(join(tokens));
  });
});

describe('clipTokens', () => {
  it('keeps a slice of the line', () => {
    const line = '{"id": "abcdef", "n": 1}';
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (a, b) => {
        const [from, end] = [Math.min(a, b), Math.max(a, b)];
        expect(join(clipTokens(tokenise(line), from, end))).toBe(line.slice(from, end));
      }),
    );
  });
});
