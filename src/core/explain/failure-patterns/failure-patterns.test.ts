import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { EXACT_MATCHER } from '#core/match/match-calls.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { LabelGatherer } from '#core/score/columns/label-gatherer.ts';
import { countPatterns } from './count-patterns.ts';
import { FAILURE_PATTERNS, parsePattern, printPattern } from './failure-patterns.ts';
import { findPatterns } from './find-patterns.ts';

function patternsOf(row: JsonObject, pasted?: JsonValue): readonly string[] {
  const aligned = alignRow(row, assignRoles(Object.keys(row)), EXACT_MATCHER);
  const text = pasted === undefined ? undefined : JSON.stringify(pasted);
  return findPatterns(aligned, text).map(
    ({ pattern, tool, path, made }) => `${pattern} ${tool}${path} ${String(made ?? '-')}`,
  );
}

const call = (
  tool_name: string,
  tool_input: JsonValue = {},
  more: JsonObject = {},
): JsonObject => ({
  tool_name,
  tool_input,
  ...more,
});
const sides = (reference: JsonValue, prediction: JsonValue): JsonObject => ({
  reference_trajectory: reference,
  predicted_trajectory: prediction,
});
const DECLARED = [
  {
    name: 'book',
    parameters: {
      properties: {
        hotel: { type: 'integer' },
        city: { type: 'string' },
        nights: { enum: [1, 2] },
      },
      required: ['hotel'],
    },
  },
  { name: 'find', parameters: { properties: { city: { type: 'string' } } } },
];

describe('what the two sides tell', () => {
  it.each<[string, JsonValue, JsonValue, readonly string[]]>([
    ['nothing where they are equal', [call('find')], [call('find')], []],
    [
      'a call not made',
      [call('find'), call('book')],
      [call('find')],
      ['omission-of-required-tool-call book -'],
    ],
    [
      'another tool at that place',
      [call('find'), call('book'), call('pay')],
      [call('find'), call('cancel'), call('pay')],
      ['incorrect-tool-selection cancel 1'],
    ],
    [
      'an extra call elsewhere is no other tool at that place',
      [call('find'), call('book'), call('pay')],
      [call('find'), call('pay'), call('cancel')],
      ['omission-of-required-tool-call book -'],
    ],
    ['a call in excess is no pattern', [call('find')], [call('find'), call('pay')], []],
    ['calls in another order are no pattern', [call('a'), call('b')], [call('b'), call('a')], []],
    [
      'no call is expected at all',
      [],
      [call('find'), call('book')],
      ['under-punting find 0', 'under-punting book 1'],
    ],
    [
      'an argument not set',
      [call('book', { hotel: 3, city: 'Oslo' })],
      [call('book', { hotel: 3 })],
      ['failure-to-set-parameter book/city 0'],
    ],
    ['an argument in excess is no pattern', [call('book')], [call('book', { x: true })], []],
    [
      'a number as a string',
      [call('book', { hotel: 3 })],
      [call('book', { hotel: '3' })],
      ['incorrect-parameter-data-type book/hotel 0'],
    ],
    [
      'another value',
      [call('book', { hotel: 3 })],
      [call('book', { hotel: 5 })],
      ['incorrect-parameter-value book/hotel 0'],
    ],
    [
      'start and end swapped',
      [call('go', { start: 'Linz', end: 'Graz' })],
      [call('go', { start: 'Graz', end: 'Linz' })],
      ['incorrect-parameter-mapping go/start 0', 'incorrect-parameter-mapping go/end 0'],
    ],
    [
      'a value under another name',
      [call('go', { start: 'Linz' })],
      [call('go', { from: 'Linz' })],
      ['incorrect-parameter-mapping go/from 0'],
    ],
    [
      'true is true everywhere',
      [call('go', { fast: true, cheap: false })],
      [call('go', { fast: false, cheap: true })],
      ['incorrect-parameter-value go/fast 0', 'incorrect-parameter-value go/cheap 0'],
    ],
    ['a trajectory that cannot be read', [], '[{"tool_name":', ['invalid-tool-call-syntax  -']],
    [
      'arguments that are no JSON',
      [call('book', { hotel: 3 })],
      [call('book', '{"hotel": 3')],
      ['invalid-tool-call-syntax book 0'],
    ],
    ['arguments that are a text', [call('say', 'Hello')], [call('say', 'Hello')], []],
    [
      'an error, whatever else',
      [call('book', { hotel: 3 })],
      [call('book', { hotel: 5 }, { tool_error: 'full' })],
      ['incorrect-parameter-value book/hotel 0', 'tool-error book 0'],
    ],
  ])('%s', (_, reference, prediction, expected) => {
    expect(patternsOf(sides(reference, prediction))).toEqual(expected);
  });

  it('without a prediction there is nothing to tell', () => {
    expect(patternsOf({ reference_trajectory: [call('find')] })).toEqual([]);
  });
});

describe('what declarations tell', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['as declared', call('book', { hotel: 3 }), []],
    ['a tool that is not declared', call('fly', { to: 'x' }), ['hallucination-of-tool fly 0']],
    [
      'a parameter not there',
      call('book', { city: 'x' }),
      ['failure-to-set-parameter book/hotel 0'],
    ],
    [
      'a parameter of no such tool',
      call('book', { hotel: 3, x: 1 }),
      ['non-existent-parameter book/x 0'],
    ],
    ['another type', call('book', { hotel: '3' }), ['incorrect-parameter-data-type book/hotel 0']],
    [
      'a value not allowed',
      call('book', { hotel: 3, nights: 9 }),
      ['incorrect-parameter-value book/nights 0'],
    ],
  ])('%s', (_, made, expected) => {
    expect(patternsOf({ predicted_trajectory: [made] }, DECLARED)).toEqual(expected);
  });

  it('a tool that is not declared in the place of another one is named so', () => {
    const row = sides([call('book', { hotel: 3 })], [call('fly', {})]);
    expect(patternsOf(row)).toEqual(['incorrect-tool-selection fly 0']);
    expect(patternsOf(row, DECLARED)).toEqual(['hallucination-of-tool fly 0']);
  });

  it('an argument has one pattern', () => {
    const row = sides([call('book', { hotel: 3 })], [call('book', { hotel: '3' })]);
    expect(patternsOf(row, DECLARED)).toEqual(['incorrect-parameter-data-type book/hotel 0']);
  });

  it('a schema that cannot be used tells nothing', () => {
    const row = { predicted_trajectory: [call('book', { hotel: '3' })] };
    expect(patternsOf(row, [{ name: 'book', parameters: { $ref: '#/none' } }])).toEqual([]);
  });
});

describe('values that nobody named', () => {
  const search = call('find', { city: 'Oslo' }, { tool_output: { hotel: 'Bristol' } });
  const asked = { prompt: 'A hotel in Oslo.' };

  it.each<[string, JsonObject, readonly string[]]>([
    ['from the prompt', { predicted_trajectory: [search] }, []],
    ['from a result', { predicted_trajectory: [search, call('book', { hotel: 'Bristol' })] }, []],
    [
      'from nowhere',
      { predicted_trajectory: [search, call('book', { hotel: 'Imperial' })] },
      ['hallucination-of-parameter-value book/hotel 1'],
    ],
    [
      'from nowhere, where another is expected',
      sides([call('book', { hotel: 'Bristol' })], [call('book', { hotel: 'Imperial' })]),
      ['hallucination-of-parameter-value book/hotel 0'],
    ],
    [
      'expected elsewhere in the reference',
      sides(
        [call('book', { hotel: 'Bristol' }), call('pay', { to: 'Imperial' })],
        [call('book', { hotel: 'Imperial' }), call('pay', { to: 'Imperial' })],
      ),
      ['incorrect-parameter-value book/hotel 0'],
    ],
    [
      'after a call whose result is not recorded nobody knows',
      { predicted_trajectory: [call('find'), call('book', { hotel: 'Imperial' })] },
      [],
    ],
  ])('%s', (_, row, expected) => {
    expect(patternsOf({ ...asked, ...row })).toEqual(expected);
  });

  it('without a question nobody knows either', () => {
    expect(patternsOf({ predicted_trajectory: [call('book', { hotel: 'Imperial' })] })).toEqual([]);
  });
});

describe('counting', () => {
  it('counts each row once for a pattern, and tells the places', () => {
    const labels = new LabelGatherer();
    const add = (...found: [string, string][]): void =>
      labels.add(found.map(([tool, path]) => printPattern({ pattern: 'tool-error', tool, path })));
    add(['a', ''], ['b', '']);
    add();
    add(['b', '']);
    const all = labels.finish();
    expect(countPatterns(all, Uint32Array.of(0, 1, 2))).toEqual([
      {
        pattern: 'tool-error',
        rowCount: 2,
        placeCount: 2,
        places: [
          { tool: 'b', path: '', rows: 2 },
          { tool: 'a', path: '', rows: 1 },
        ],
      },
    ]);
    expect(countPatterns(all, Uint32Array.of(1))).toEqual([]);
  });

  it('places in lists are left out of what rows share', () => {
    const found = { pattern: 'tool-error', tool: 'a\tb', path: '/x/12/y' } as const;
    expect(parsePattern(printPattern(found))).toEqual({ ...found, path: '/x/*/y' });
  });
});

const anyCall = fc.record({
  tool_name: fc.constantFrom('find', 'book', 'fly'),
  tool_input: fc.dictionary(
    fc.constantFrom('hotel', 'city', 'nights', 'x'),
    fc.constantFrom<JsonValue>(1, 3, '3', 'Oslo', null, true),
  ),
});
const calls = fc.array(anyCall, { maxLength: 6 });

it('law: what equals its reference has only what declarations tell, and each thing once', () => {
  fc.assert(
    fc.property(calls, calls, (reference, prediction) => {
      expect(patternsOf(sides(reference, reference))).toEqual([]);
      for (const declared of [undefined, DECLARED]) {
        const found = patternsOf(sides(reference, prediction), declared);
        const made = found
          .filter((one) => !one.endsWith('-'))
          .map((one) => one.split(' ').slice(1).join());
        expect(new Set(made).size).toBe(made.length);
        for (const one of found) expect(FAILURE_PATTERNS).toContain(one.slice(0, one.indexOf(' ')));
      }
    }),
    { numRuns: lawRuns(200) },
  );
});
