import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { compileLinearRegex } from './linear-regex.ts';

const CASES = tablesOf<{
  refusedExpressions: [string, string][];
}>('patterns');

function finds(source: string, text: string, flags = ''): boolean {
  const reading = compileLinearRegex(source, flags);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.finds(text);
}

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '.',
    '\\d',
    '\\w',
    '[ab]',
    '[^a]',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\n',
    '\\u{1F600}',
    '\\.',
  ],
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atom,
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}', '*?', '+?'))
      .map(([a, sign]) => `(${a})${sign}`),
  ),
}));
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '1', '_', ' ', '\n', '😀', '.', 'é', '\ud83d'),
  maxLength: 8,
});

function isWithinPair(subject: string, index: number): boolean {
  return index > 0 && (subject.codePointAt(index - 1) ?? 0) > 0xffff;
}

describe('compileLinearRegex', () => {
  it('finds what the language itself finds', () => {
    fc.assert(
      fc.property(
        expression,
        text,
        fc.constantFrom('', 'i', 'm', 's', 'ims'),
        (source, subject, flags) => {
          const found = new RegExp(source, `${flags}u`).exec(subject);
          // V8 also finds an empty match, such as one of `\B`, within a pair of surrogates
          fc.pre(found === null || !isWithinPair(subject, found.index));
          expect(finds(source, subject, flags)).toBe(found !== null);
        },
      ),
      { numRuns: lawRuns(1000) },
    );
  });

  it.each([
    ['^(a+)+$', `${'a'.repeat(50_000)}!`],
    ['^(a|a)*$', `${'a'.repeat(50_000)}!`],
    ['^(a|aa)+$', `${'a'.repeat(50_000)}!`],
    ['(.*)(.*)(.*)x$', 'a'.repeat(50_000)],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000)],
    ['\\s+$', `${' '.repeat(50_000)}!`],
    ['^([a-zA-Z0-9_.-])+@(([a-zA-Z0-9-])+.)+([a-zA-Z0-9]{2,4})+$', `a@${'a'.repeat(50_000)}!`],
    ['a*a*a*a*a*a*b', 'a'.repeat(50_000)],
  ])('takes linear time with %s, which hangs elsewhere', (source, subject) => {
    expect(finds(source, subject)).toBe(false);
  });

  it.each([...CASES.refusedExpressions, ['x'.repeat(1001), /at most 1000/]])(
    'refuses %s',
    (source, reason) => {
      expect(compileLinearRegex(source)).toMatchObject({
        ok: false,
        reason: expect.stringMatching(reason),
      });
    },
  );

  it('takes repeats within repeats as long as they are few once written out', () => {
    expect(finds('^(a{20}){20}$', 'a'.repeat(400))).toBe(true);
    expect(finds('^(a{20}){20}$', 'a'.repeat(399))).toBe(false);
    expect(finds('^((a{2,3}){4}){5}$', 'a'.repeat(39))).toBe(false);
    expect(finds('^((a{2,3}){4}){5}$', 'a'.repeat(60))).toBe(true);
    expect(finds('^((a{2,3}){4}){5}$', 'a'.repeat(61))).toBe(false);
  });

  it('refuses flags it does not know, and names a right form for needless escapes', () => {
    expect(compileLinearRegex('a', 'g')).toMatchObject({ ok: false });
    expect(compileLinearRegex('a', 'ii')).toMatchObject({ ok: false });
    expect(compileLinearRegex('a\\_b\\-c')).toMatchObject({ ok: false, nearest: 'a_b-c' });
  });

  it('takes characters beyond the basic plane as one', () => {
    expect(finds('^.$', '😀')).toBe(true);
    expect(finds('^\\ud83d\\ude00$', '😀')).toBe(true);
    expect(finds('^[😀-😎]$', '😃')).toBe(true);
    expect(finds('^\\p{Lu}+$', 'ÄÖ')).toBe(true);
  });
});

describe('the spans of an expression', () => {
  it('begin where the language itself begins them, and are as long as they can be', () => {
    fc.assert(
      fc.property(expression, text, (source, text) => {
        const reading = compileLinearRegex(source);
        if (!reading.ok) throw new Error(reading.reason);
        const spans = reading.spans(text);
        let end = 0;
        for (const [from, to] of spans) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
          const isThere = (until: number): boolean => {
            const sticky = new RegExp(`(?=(?:${source})(?<=^[^]{${until}}))`, 'uy');
            sticky.lastIndex = from;
            return sticky.test(text);
          };
          if (!/[\u{10000}-\u{10ffff}]/u.test(text)) expect(isThere(to)).toBe(true);
        }
        const first = Array.from(text.matchAll(new RegExp(source, 'gu'))).find(
          ({ 0: found }) => found !== '',
        );
        if (first) expect(spans.length).toBeGreaterThan(0);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('takes a time linear in the text', () => {
    const reading = compileLinearRegex('a|a.*z');
    const text = 'a'.repeat(2_000);
    expect(reading.ok && reading.spans(text).length).toBe(2_000);
  });
});
