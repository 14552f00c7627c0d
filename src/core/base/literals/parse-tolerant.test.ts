import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../../tests/support/arbitraries.ts';
import { countKeys } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { findOmitted, parseTolerant, readNoting, readRowText } from './parse-tolerant.ts';

const kindsOf = (text: string): unknown => {
  const reading = readNoting(text);
  return reading.ok ? reading.tolerances.map(({ kind }) => kind) : reading;
};

describe('parseTolerant', () => {
  it('takes strict JSON as it is, long integers included', () => {
    expect(parseTolerant('{"a":9007199254740993}')).toEqual({
      ok: true,
      value: { a: 9007199254740993n },
      tolerances: [],
    });
  });

  it('gives the reason of the reader that came further', () => {
    expect(parseTolerant("{'a': [1}")).toMatchObject({
      column: 9,
      reason: 'Expected a comma or ]',
    });
    expect(parseTolerant('{"a" 1}')).toMatchObject({
      column: 6,
      reason: 'Expected a colon after the key',
    });
  });

  it('reads back what was printed, NaN included', () => {
    const value = { a: Number.NaN, b: [Infinity, -0.5], c: 'NaN' };
    expect(parseTolerant(printJson(value))).toMatchObject({ ok: true, value });
  });
});

describe('readRowText', () => {
  it.each([
    ['{"a":1},', 'trailing_commas'],
    ['{"a":1}%', 'end_marks'],
    ['{"a":1};\r', 'end_marks'],
  ])('takes the mark after %j', (text, kind) => {
    expect(readRowText(text)).toEqual({
      ok: true,
      value: { a: 1 },
      tolerances: [{ kind, name: '', count: 1, at: 7 }],
    });
  });

  it('takes no broken row', () => {
    expect(readRowText('{"a":1]%').ok).toBe(false);
    expect(readRowText('{"a":1}!').ok).toBe(false);
  });
});

describe('keys that occur twice', () => {
  it.each<[string, unknown]>([
    ['{"a":1,"a":1}', ['duplicate_keys']],
    ['{"a" : 1, "a" : 1}', ['duplicate_keys']],
    ['[{"b":{"a":1,"a":{"c":2}}}]', ['duplicate_keys']],
    ['{"a":{"b":[1e400]}}', ['beyond_range']],
    ['{"a":-1e400}', ['beyond_range']],
    ['{"a":1e308,"b":"1e400"}', []],
    ['{"a":":1","b":"\\":"}', []],
    ['{"a" : 1}', []],
    ['{"a":{"a":{"a":1}}}', []],
    ['[1, ":", "a"]', []],
    ['7', []],
  ])('%j: %j', (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it('are found exactly where they are', () => {
    const key = fc.constantFrom('a', 'b', ':', '"', ' ":');
    const entries = fc.array(fc.tuple(key, json), { maxLength: 5 });
    fc.assert(
      fc.property(entries, (pairs) => {
        const fields = pairs.map(([name, value]) => `${JSON.stringify(name)}:${printJson(value)}`);
        const hasTwice = new Set(pairs.map(([name]) => name)).size < pairs.length;
        const text = `{${fields.join(',')}}`;
        const kinds = new Set<string>();
        if (hasTwice) kinds.add('duplicate_keys');
        if (text.includes('1e999')) kinds.add('beyond_range');
        expect(new Set(kindsOf(text) as string[])).toEqual(kinds);
      }),
    );
  });

  it('are not looked for in values too deep to count', () => {
    const text = `${'['.repeat(2000)}${']'.repeat(2000)}`;
    expect(kindsOf(text)).toEqual([]);
    expect(findOmitted('{"a":1,"a":1}', -1)).toEqual([]);
    expect(countKeys([[1]], 1)).toBe(-1);
    expect(countKeys({ a: { b: [1, { c: 1 }] } }, 4)).toBe(3);
  });
});
