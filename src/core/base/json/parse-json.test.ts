import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { isJsonEqual } from './equal-json.ts';
import { isDeeperThan, jsonTypeOf, type JsonValue } from './json-value.ts';
import { parseJson, previewJson, printJson } from './parse-json.ts';

describe('parseJson and printJson', () => {
  it('undo each other for every value', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const again = parseJson(printJson(value, indent));
        expect(isJsonEqual(again, value)).toBe(true);
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('print the same text again', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = printJson(value);
        expect(printJson(parseJson(text))).toBe(text);
      }),
    );
  });

  it.each(['9007199254740993', '-9007199254740993', '123456789012345678901', '[9007199254740992]'])(
    'keep every digit of %s',
    (text) => {
      expect(printJson(parseJson(text))).toBe(text);
    },
  );

  it('leave digits inside texts, keys and floats alone', () => {
    const text =
      '{"9007199254740993":"a \\" 9007199254740993","f":9007199254740993.5,"e":9007199254740993e3}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(parseJson('{"a\\\\":9007199254740993}')).toEqual({ 'a\\': 9007199254740993n });
  });

  it('keep integers that are safe as numbers, at any length of text', () => {
    expect(parseJson('[9007199254740991, 0.1234567890123456]')).toEqual([
      9007199254740991, 0.1234567890123456,
    ]);
  });

  it.each(['\uE000', '\uE001', '\\ue000', '\\uE000'])(
    'are not misled by %j in the data',
    (mark) => {
      const text = `{"${mark}int:5":"${mark}12","b":["${mark}x",9007199254740993]}`;
      const value = parseJson(text) as Record<string, JsonValue>;
      const plain = JSON.parse(text) as Record<string, JsonValue>;
      expect({ ...value, b: null }).toEqual({ ...plain, b: null });
      expect((value['b'] as JsonValue[])[1]).toBe(9007199254740993n);
      expect(parseJson(printJson(value))).toEqual(value);
    },
  );

  it('keep a float apart from the integer its digits look like', () => {
    const float = 1.2345678901234568e20;
    expect(isJsonEqual(parseJson(printJson(float)), float)).toBe(true);
    expect(printJson(parseJson('[1e400,-1e400]'))).toBe('[1e999,-1e999]');
    expect(parseJson('[1e400,-1e400]')).toEqual([Infinity, -Infinity]);
  });

  it('keep a key called __proto__ as data', () => {
    const value = parseJson('{"__proto__":{"polluted":9007199254740993}}') as Record<
      string,
      JsonValue
    >;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(printJson(value)).toBe('{"__proto__":{"polluted":9007199254740993}}');
  });

  it('keep a long integer at any place, also after a long fraction', () => {
    const texts = [12345678901234567n, 1234567890123456789012345n];
    for (const long of texts)
      for (let before = 0; before < 40; before++) {
        const text = `[${' '.repeat(before)}0.${'1'.repeat(16 + before)},${long}]`;
        expect((parseJson(text) as JsonValue[])[1]).toBe(long);
        expect(parseJson(`${' '.repeat(before)}${long}`)).toBe(long);
      }
  });

  it('read a text of megabytes beside a long integer', () => {
    const text = `{"note":"${'x\\"'.repeat(6_000_000)}","id":9007199254740993}`;
    expect((parseJson(text) as Record<string, JsonValue>)['id']).toBe(9007199254740993n);
  });
});

describe('previewJson', () => {
  it('is one line, never longer than the limit and a sign', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 60 }), (value, limit) => {
        const text = previewJson(value, limit);
        expect(text.length).toBeLessThanOrEqual(limit + 1);
        expect(text).not.toContain('\n');
      }),
    );
  });

  it('is the value, spaced, where there is room', () => {
    expect(previewJson({ a: [1, 'x', null], b: {} }, 100)).toBe('{"a": [1, "x", null], "b": {}}');
    expect(previewJson([9007199254740993n], 100)).toBe('[9007199254740993]');
  });

  it('is never cut within a character', () => {
    for (let limit = 1; limit < 30; limit++)
      for (const value of ['😀'.repeat(9), { ['😀'.repeat(9)]: 1 }, ['😀'.repeat(9)]])
        expect(previewJson(value, limit)).not.toMatch(/\p{Cs}|\\ud/u);
  });

  it('says that it was cut', () => {
    expect(previewJson('abcdef', 4)).toBe('"abc…');
    expect(previewJson([1, 2, 3, 4, 5, 6, 7], 6)).toMatch(/…$/);
    expect(previewJson('abc', 5)).toBe('"abc"');
  });
});

describe('json values', () => {
  it('have a type in words', () => {
    const values: JsonValue[] = [null, true, 1, 1n, 'a', [], {}];
    expect(values.map(jsonTypeOf)).toEqual([
      'null',
      'boolean',
      'number',
      'number',
      'text',
      'list',
      'object',
    ]);
  });

  it('know their depth', () => {
    const deepest = (depth: number): JsonValue =>
      depth === 0 ? 1 : depth % 2 ? [deepest(depth - 1)] : { a: deepest(depth - 1) };
    fc.assert(
      fc.property(fc.nat({ max: 30 }), fc.nat({ max: 30 }), (depth, limit) => {
        expect(isDeeperThan(deepest(depth), limit)).toBe(depth > limit);
      }),
    );
    expect(
      isDeeperThan(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as JsonValue, 200),
    ).toBe(true);
  });
});
