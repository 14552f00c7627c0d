import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from './read-json.ts';

function isValid(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('readJson', () => {
  it.each([
    ['', 1, 'No value'],
    ['   ', 4, 'No value'],
    ['{"a": 1', 8, 'Object is not closed'],
    ['{"a": 1,', 9, 'Object is not closed'],
    ['[1, 2', 6, 'List is not closed'],
    ['[', 2, 'List is not closed'],
    ['{"a"', 5, 'Object is not closed'],
    ['{"a" 1}', 6, 'Expected a colon after the key'],
    ['{"a": 1,}', 9, 'Comma before a closing bracket'],
    ['[1,]', 4, 'Comma before a closing bracket'],
    ['[1,,2]', 4, 'Unexpected “,”'],
    ['{"a": 1 "b": 2}', 9, 'Expected a comma or }'],
    ['[1 2]', 4, 'Expected a comma or ]'],
    ['[1}', 3, 'Expected a comma or ]'],
    ['{"a": 1]', 8, 'Expected a comma or }'],
    ["{'a': 1}", 2, 'Strings need double quotes'],
    ['{"a": \'x\'}', 7, 'Strings need double quotes'],
    ['{a: 1}', 2, 'Keys need double quotes'],
    ['{“a”: 1}', 2, 'Curly quotes; JSON needs straight double quotes'],
    ['[“a”]', 2, 'Curly quotes; JSON needs straight double quotes'],
    ['{"a": True}', 7, 'True, False and None are Python, not JSON'],
    ['{"a": None}', 7, 'True, False and None are Python, not JSON'],
    ['[NaN]', 2, 'JSON has no NaN and no Infinity'],
    ['[-Infinity]', 3, 'JSON has no NaN and no Infinity'],
    ['{"a": undefined}', 7, 'undefined is not JSON'],
    ['{"a": "b}', 10, 'String is not closed'],
    ['{"a": "b\\q"}', 9, 'Bad escape inside a string'],
    ['"\\u12g4"', 2, 'Bad escape inside a string'],
    ['"a\tb"', 3, 'Control character inside a string'],
    ['"a\nb"', 3, 'String is not closed on its line'],
    ['{} {}', 4, 'Text after the end of the value'],
    ['1 // one', 3, 'JSON has no comments'],
    ['01', 1, 'Not a number'],
    ['1.', 1, 'Number in a form that JSON does not have'],
    ['+1', 1, 'Number in a form that JSON does not have'],
    ['[🙂]', 2, 'Unexpected “🙂”'],
    ['\uFEFF{}', 1, 'Unusual white space'],
    ['{"a": (1)}', 7, 'Unexpected “(”'],
    ['{"a": 9007199254740993', 23, 'Object is not closed'],
  ])('says where and why %j breaks', (text, column, reason) => {
    expect(readJson(text)).toEqual({ ok: false, column, reason });
  });

  const broken = fc
    .tuple(
      json,
      fc.nat(),
      fc.constantFrom('', '"', '{', ']', ',', '\\', '\n', '1', 'e'),
      fc.nat({ max: 3 }),
    )
    .map(([value, place, insert, removed]) => {
      const text = printJson(value);
      const at = place % (text.length + 1);
      return text.slice(0, at) + insert + text.slice(at + removed);
    });

  it.each([
    ['any text', fc.string({ unit: 'binary' })],
    [
      'JSON-like text',
      fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\ 01-.eEtrufalsn\n')) }),
    ],
    ['broken JSON', broken],
  ])('never throws and agrees with JSON.parse on %s', (_name, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const reading = readJson(text);
        expect(reading.ok).toBe(isValid(text));
        if (reading.ok) return;
        expect(reading.reason).not.toBe('Not JSON');
        expect(reading.column).toBeGreaterThan(0);
        expect(reading.column).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: lawRuns(1000) },
    );
  });

  const nested = `${'[{"a":'.repeat(10_000)}9007199254740993${'}]'.repeat(10_000)}`;

  it('reads ten thousand levels, long integers or not', () => {
    expect(readJson(nested).ok).toBe(true);
    expect(readJson(nested.replace('9007199254740993', '1')).ok).toBe(true);
  });

  it('refuses a text that breaks below a thousand levels for its depth', () => {
    const text = nested.slice(0, -1);
    expect(readJson(text)).toEqual({
      ok: false,
      column: 3001,
      reason: 'Nested deeper than 1000 levels',
    });
  });
});
