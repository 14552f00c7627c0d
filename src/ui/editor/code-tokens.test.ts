import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokensOfCode } from './code-tokens.ts';

const joined = (code: string, language?: 'python'): string =>
  tokensOfCode(code, language)
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');

it('gives every line again, in either language', () => {
  const pieces = [
    'def m(',
    '"""',
    "'",
    '\n',
    '  ',
    'return',
    '/*',
    '*/',
    '`${',
    '}',
    '# 😀',
    '1.5',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      const code = parts.join('');
      expect(joined(code)).toBe(code);
      expect(joined(code, 'python')).toBe(code);
    }),
  );
});

it.each([
  [
    'python',
    'def m(row):\n    """of\n    lines"""\n    return 1',
    [0, 1, 2, 3],
    ['key', 'string', 'string', 'key'],
  ],
  [
    undefined,
    '/* of\nlines */\nreturn `a\n`',
    [0, 1, 2, 3],
    ['punctuation', 'punctuation', 'key', 'string'],
  ],
] as const)('colours %s across lines', (language, code, at, kinds) => {
  const lines = tokensOfCode(code, language);
  const first = at.map((line) => lines[line]?.find(({ text }) => text.trim() !== '')?.kind);
  expect(first).toEqual(kinds);
});
