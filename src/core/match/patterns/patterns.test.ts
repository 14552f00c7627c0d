import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { describePattern } from './describe-pattern.ts';
import { matchesPattern } from './match-pattern.ts';
import { holdsPattern, readPattern, variablesOf, type ValuePattern } from './value-pattern.ts';

const CASES = tablesOf<{
  matches: [JsonValue, JsonValue[], JsonValue[]][];
  refused: [JsonValue, string, string, string?][];
  words: [JsonValue, string][];
}>('patterns');

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
  it.each(CASES.matches)('pattern %#', (pattern, right, wrong) => {
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
  it.each(CASES.refused)('refuses %j', (value, path, reason, nearest) => {
    const reading = readPattern(value);
    if (reading.ok) throw new Error('read');
    expect(reading.problem.path).toBe(path);
    expect(reading.problem.reason).toMatch(new RegExp(reason));
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

it.each(CASES.words)('describePattern %j', (pattern, words) => {
  expect(describePattern(compiled(pattern))).toBe(words);
});
