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
describe('tokenise', () => {
  it.each([
    [
      '{"id" : "a\\"b", "n": -1.5e3, "ok": [true, null]}',
      '{ key"id" : "a\\"b" , key"n" : #-1.5e3 , key"ok" : [ #true , #null ]}',
    ],
    // not closed: to the end of the line
    ['{"a": "b, 1}', '{ key"a" : "b, 1}'],
    ["{'a': `b`} # 'c'", "{ key'a' : `b` } plain# 'c'"],
    ['not tinted', 'plainnot tinted'],
  ])('tells keys, numbers and plain text apart from strings and brackets: %s', (line, said) => {
    const marks = { key: 'key', number: '#', plain: 'plain', string: '', punctuation: '' };
    const tokens = tokenise(line).filter(({ text }) => text.trim() !== '');
    expect(tokens.map(({ kind, text }) => marks[kind] + text.trim()).join(' ')).toBe(said);
  });

  it('joins back to the same text', () => {
    const unit = fc.constantFrom(...'"\\{:,1-t \té😀', 'true', '\ud83d');
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

  it.each([
    ['the piece at a column', tokens, { column: 9 }, '"a"'],
    [
      'the last piece with ink before a column past the end',
      tokenise('{"id": 1  '),
      { column: 99 },
      '1',
    ],
    ['a key', tokens, { key: 'n' }, '"n"'],
    ['the whole line for a key that is not there', tokens, { key: 'other' }, join(tokens)],
    ['the whole line for nothing', tokens, {}, join(tokens)],
  ])('marks %s', (_, line, at, text) => {
    const marked = markTokens(line, at).filter(({ isMarked }) => isMarked);
    expect(join(marked)).toBe(text);
  });
});

it('clipTokens keeps a slice of the line', () => {
  const line = '{"id": "abcdef", "n": 1}';
  fc.assert(
    fc.property(fc.nat(30), fc.nat(30), (a, b) => {
      const [from, end] = [Math.min(a, b), Math.max(a, b)];
      expect(join(clipTokens(tokenise(line), from, end))).toBe(line.slice(from, end));
    }),
  );
});
