import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { describePattern } from './describe-pattern.ts';
import { matchesPattern } from './match-pattern.ts';
import { holdsPattern, readPattern, variablesOf, type ValuePattern } from './value-pattern.ts';

function compiled(value: JsonValue): ValuePattern {
  const reading = readPattern(value);
  if (!reading.ok) throw new Error(`${reading.problem.path}: ${reading.problem.reason}`);
  return reading.pattern;
}

function matches(pattern: JsonValue, value: JsonValue): boolean {
  return matchesPattern(compiled(pattern), value);
}

const LONG = 9007199254740993n;

describe('matchesPattern', () => {
  it.each<[JsonValue, readonly JsonValue[], readonly JsonValue[]]>([
    [{ $any: ['a', { $range: { min: 3 } }] }, ['a', 3, 4.5], ['A', 2, null]],
    [{ $range: { min: 1, max: 5 } }, [1, 5, 2.5], [0, 6, '3', null]],
    [{ $range: { max: 5 } }, [-100, 5], [LONG]],
    [{ $range: { min: LONG } }, [LONG, LONG + 1n], [LONG - 1n]],
    [{ $near: { value: 10, within: 0.5 } }, [9.5, 10, 10.5], [9.4, 10.6, '10']],
    [{ $near: { value: 0.2, within: 0.1 } }, [0.1, 0.3], [0.31]],
    [{ $near: { value: -200, share: 0.01 } }, [-202, -198], [-203, 200]],
    [{ $near: { value: LONG, within: 0 } }, [LONG], [LONG - 1n, LONG + 1n]],
    [{ $regex: '^ORD-\\d+$' }, ['ORD-1'], ['xORD-1', 'ord-1', 1]],
    [{ $regex: { pattern: 'ord', flags: 'i' } }, ['an ORDER'], ['od']],
    [{ $type: 'integer' }, [1, 2.0, LONG], [1.5, '1']],
    [{ $type: ['string', 'null'] }, ['', null], [0, [], {}]],
    [{ $type: 'array' }, [[]], [{}, null]],
    [{ $type: 'object' }, [{}], [[], null]],
    [{ $nonEmpty: true }, [0, false, 'a', [null], { a: 1 }], [null, '', ' \n', [], {}]],
    [{ $anything: true }, [null, 0, '', {}], []],
    [{ $text: 'Hello  World' }, ['hello world', ' HELLO\nWORLD '], ['helloworld', 'hello, world']],
    [
      { $text: { value: 'Hello, World!', ignore: ['case', 'space', 'punctuation'] } },
      ['hello world'],
      ['hello worlds'],
    ],
    [{ $text: { value: 'É', ignore: [] } }, ['É', 'E\u0301'], ['é']],
    [
      { $unordered: [1, { $any: [1, 2] }] },
      [
        [2, 1],
        [1, 1],
        [1, 2],
      ],
      [[2, 2], [1], [1, 2, 1]],
    ],
    [{ $containing: ['a', 'a'] }, [['a', 'b', 'a']], [['a', 'b'], 'aa']],
    [{ $atLeast: { a: 1 } }, [{ a: 1 }, { a: 1, b: 2 }], [{ b: 2 }, { a: 2 }]],
    [
      { a: { $optional: { $type: 'string' } }, b: 1 },
      [{ b: 1 }, { a: 'x', b: 1 }],
      [
        { a: 1, b: 1 },
        { b: 1, c: 1 },
      ],
    ],
    [{ $literal: { $any: [1] } }, [{ $any: [1] }], [1]],
    [[{ $anything: true }, 2], [[1, 2]], [[2], [1, 2, 3]]],
    [{ a: { b: [{ $any: [1, 2] }] } }, [{ a: { b: [2] } }], [{ a: { b: [3] } }]],
  ])('pattern %#', (pattern, right, wrong) => {
    for (const value of right) expect(matches(pattern, value), String(value)).toBe(true);
    for (const value of wrong) expect(matches(pattern, value), String(value)).toBe(false);
  });

  it('holds variables to what they stand for', () => {
    const pattern = compiled({ id: { $var: { name: 'id', as: { $regex: '^\\d+$' } } } });
    expect([...variablesOf(pattern)]).toEqual(['id']);
    expect(matchesPattern(pattern, { id: '1' })).toBe(true);
    expect(matchesPattern(pattern, { id: 'x' })).toBe(false);
    expect(matchesPattern(pattern, { id: '1' }, new Map([['id', '1']]))).toBe(true);
    expect(matchesPattern(pattern, { id: '2' }, new Map([['id', '1']]))).toBe(false);
    expect(matchesPattern(pattern, { id: '1' }, new Map([['id', undefined]]))).toBe(false);
  });

  it('is equality where there is no pattern', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        fc.pre(!holdsPattern(a));
        expect(matches(a, b)).toBe(isJsonEqual(a, b));
        expect(matches(a, a)).toBe(true);
        expect(matches({ $literal: a }, a)).toBe(true);
        expect(matches({ x: { $any: [b, a] }, y: a }, { x: a, y: a })).toBe(true);
      }),
    );
  });
});

describe('readPattern', () => {
  it.each<[JsonValue, string, RegExp, string?]>([
    [{ a: [{ $anyof: ['x'] }] }, '/a/0', /no pattern \$anyof/, '{"$any":["x"]}'],
    [{ $Regexp: 'x' }, '', /no pattern/, '{"$regex":"x"}'],
    [{ $rnage: { min: 1 } }, '', /no pattern/, '{"$range":{"min":1}}'],
    [{ $any: 'x' }, '/$any', /takes a list/, '{"$any":["x"]}'],
    [{ $any: [] }, '/$any', /at least one/],
    [
      { 'a/b': { $any: [1], x: 2 } },
      '/a~1b',
      /one key.*1 other\./,
      '{"$literal":{"$any":[1],"x":2}}',
    ],
    [{ $range: [1, 5] }, '/$range', /min and max/, '{"$range":{"min":1,"max":5}}'],
    [{ $range: { min: 5, max: 1 } }, '/$range', /from 5 to 1/, '{"$range":{"min":1,"max":5}}'],
    [{ $range: { minimum: 5 } }, '/$range/minimum', /no option “minimum”/],
    [{ $range: { mn: 5 } }, '/$range/mn', /no option “mn”/],
    [{ $range: {} }, '/$range', /needs min/],
    [{ $range: { min: '1' } }, '/$range/min', /a string/],
    [{ $near: 10 }, '/$near', /does not take a number/, '{"$near":{"value":10,"within":0.5}}'],
    [{ $near: { value: 1 } }, '/$near', /either within or share/],
    [{ $near: { value: 1, within: -1 } }, '/$near/within', /from 0/],
    [{ $regex: '(a)\\1' }, '/$regex', /back reference/],
    [{ $regex: 'a\\-b' }, '/$regex', /Not a regular/, '{"$regex":"a-b"}'],
    [{ $type: 'str' }, '/$type', /A type is one of/, '{"$type":"string"}'],
    [{ $type: ['string', 'nul'] }, '/$type/1', /A type is one of/, '{"$type":"null"}'],
    [{ $nonEmpty: 1 }, '/$nonEmpty', /takes true/, '{"$nonEmpty":true}'],
    [[{ $optional: 1 }], '/0/$optional', /member of an object/],
    [{ $text: { value: 'a', ignore: ['Case'] } }, '/$text/ignore', /list of case/],
    [{ $unordered: 1 }, '/$unordered', /takes a list/],
    [{ $atLeast: [] }, '/$atLeast', /takes an object/],
    [{ $var: '1x' }, '/$var', /has a name/],
    [{ $var: { name: 'x', as: { $var: 'y' } } }, '/$var/as', /no variable itself/],
    [{ a: { $optional: { $any: 3 } } }, '/a/$optional/$any', /takes a list/],
  ])('refuses %j', (value, path, reason, nearest) => {
    const reading = readPattern(value);
    if (reading.ok) throw new Error('read');
    expect(reading.problem.path).toBe(path);
    expect(reading.problem.reason).toMatch(reason);
    if (nearest !== undefined) {
      expect(reading.problem.nearest).toBe(nearest);
      expect(readPattern(JSON.parse(nearest) as JsonValue).ok).toBe(true);
    }
  });

  it.each<JsonValue>([
    { $ref: 'x' },
    { $gt: 5 },
    { $in: ['a'] },
    { $and: [{ a: 1 }] },
    { $oid: '5f' },
    { $: 1 },
    { price: '$any' },
    { $schema: 'x', type: 'object' },
  ])('leaves %j a plain value', (value) => {
    expect(compiled(value)).toEqual({ kind: 'value', value });
    expect(holdsPattern(value)).toBe(false);
  });

  it('takes nothing under $literal for a pattern', () => {
    expect(compiled({ $literal: { $any: 'not a list' } })).toMatchObject({ kind: 'value' });
  });

  it('never fails, whatever it is given', () => {
    const key = fc.constantFrom(
      '$any',
      '$range',
      '$var',
      '$near',
      '$type',
      '$text',
      '$optional',
      'a',
    );
    const { hostile } = fc.letrec<{ hostile: JsonValue }>((tie) => ({
      hostile: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<JsonValue>(1, 'x', null, true, LONG, NaN),
        fc.array(tie('hostile'), { maxLength: 3 }),
        fc.dictionary(key, tie('hostile'), { maxKeys: 2 }),
      ),
    }));
    fc.assert(
      fc.property(hostile, json, (value, made) => {
        const reading = readPattern(value);
        if (!reading.ok) expect(reading.problem.reason).toMatch(/\.$/);
        else {
          matchesPattern(reading.pattern, made);
          expect(describePattern(reading.pattern)).not.toBe('');
        }
      }),
      { numRuns: lawRuns(500) },
    );
  });
});

describe('describePattern', () => {
  it.each<[JsonValue, string]>([
    [{ $any: ['a', 'b'] }, 'one of 2: "a" or "b"'],
    [{ $any: [1, 2, 3, 4] }, 'one of 4: 1, 2, 3, …'],
    [{ $any: [1] }, '1'],
    [{ $range: { min: 1, max: 5 } }, 'a number from 1 to 5'],
    [{ $range: { max: 5 } }, 'a number up to 5'],
    [{ $near: { value: 10, within: 0.5 } }, 'a number within 0.5 of 10'],
    [{ $near: { value: 10, share: 0.01 } }, 'a number within 1 % of 10'],
    [{ $regex: { pattern: '^a', flags: 'i' } }, 'a string that matches /^a/i'],
    [{ $type: ['integer', 'null'] }, 'an integer or null'],
    [{ $nonEmpty: true }, 'a value that is not empty'],
    [{ $anything: true }, 'any value'],
    [{ $text: 'Hi' }, '"Hi" but for case and white space'],
    [{ $unordered: [1, 2] }, 'a list of 1 and 2 in any order'],
    [{ $containing: [1] }, 'a list that holds 1'],
    [{ $var: 'order_id' }, 'any value, the same as every other order_id'],
    [{ $atLeast: { a: 1 } }, 'an object with at least {a: 1}'],
    [{ a: { $optional: 1 }, b: [{ $anything: true }] }, '{a (optional): 1, b: [any value]}'],
  ])('%j', (pattern, words) => {
    expect(describePattern(compiled(pattern))).toBe(words);
  });
});
