import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { step } from '../../../../tests/support/build.ts';
import { casesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { EXACT_MATCHER } from '#core/match/match-calls.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { LabelGatherer } from '#core/score/columns/scored-columns.ts';
import { countPatterns, FAILURE_PATTERNS, parsePattern, printPattern } from './failure-patterns.ts';
import { findPatterns } from './find-failure-patterns.ts';

function patternsOf(row: JsonObject, pasted?: JsonValue): readonly string[] {
  const aligned = alignRow(row, assignRoles(Object.keys(row)), EXACT_MATCHER);
  const text = pasted === undefined ? undefined : JSON.stringify(pasted);
  return findPatterns(aligned, text).map(
    ({ pattern, tool, path, made }) => `${pattern} ${tool}${path} ${String(made ?? '-')}`,
  );
}

/** A call as a case writes it: its tool, its arguments and what else is recorded of it. */
type CaseCall = readonly [tool: string, input?: JsonValue, more?: JsonObject];

interface Case {
  readonly name: string;
  readonly prompt?: string;
  readonly reference?: readonly CaseCall[];
  /** A text where it cannot be read. */
  readonly prediction?: readonly CaseCall[] | string;
  readonly isDeclared?: boolean;
  readonly found: readonly string[];
}

const sideOf = (calls: Case['prediction']): JsonValue | undefined =>
  typeof calls === 'object' ? calls.map((call) => step(...call)) : calls;

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

describe('findPatterns', () => {
  it.each(casesOf<Case>('failure-patterns'))('$name', ({ isDeclared, found, ...row }) => {
    const sides = {
      prompt: row.prompt,
      reference_trajectory: sideOf(row.reference),
      predicted_trajectory: sideOf(row.prediction),
    };
    const given = Object.entries(sides).filter(([, side]) => side !== undefined);
    const record = Object.fromEntries(given) as JsonObject;
    expect(patternsOf(record, isDeclared ? DECLARED : undefined)).toEqual(found);
  });

  it('is told nothing by a schema that cannot be used', () => {
    const row = { predicted_trajectory: [step('book', { hotel: '3' })] };
    expect(patternsOf(row, [{ name: 'book', parameters: { $ref: '#/none' } }])).toEqual([]);
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
