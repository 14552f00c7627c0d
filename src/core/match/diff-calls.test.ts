import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { json, reorderKeys } from '../../../tests/support/arbitraries.ts';
import { diffCalls, diffArguments } from './diff-calls.ts';
import { createMatcher } from './match-calls.ts';
import { EXACT_RULES, type ArgumentRule } from './rules.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { parseJson } from '#core/base/json/parse-json.ts';

const CASES = tablesOf<{
  diffsUnderRules: [string, Partial<ArgumentRule>, JsonValue, JsonValue, string[]][];
  diffs: [string, string, string[]][];
}>('matching');

const call = (tool_input: JsonValue): ToolCall => ({ tool_name: 't', tool_input, source: {} });

function pathsUnder(rule: Partial<ArgumentRule>, expected: JsonValue, made: JsonValue): string[] {
  const matcher = createMatcher({ ...EXACT_RULES, rule: { mode: 'exact', ...rule } });
  return matcher.diff(call(expected), call(made), 50).map(({ path }) => path);
}

describe('differences under rules', () => {
  it.each(CASES.diffsUnderRules)('leave out %s', (_, rule, expected, made, paths) => {
    expect(pathsUnder(rule, expected, made)).toEqual(paths);
  });

  it('are all there where no single one counts, and for other tools’ rules', () => {
    expect(pathsUnder({ ignoreListOrder: true }, { a: [1, 2] }, { a: [2, 3] })).not.toEqual([]);
  });

  it('are those of plain equality without rules, and never more under any', () => {
    fc.assert(
      fc.property(json, json, (expected, made) => {
        const all = diffCalls(call(expected), call(made), 50).map(({ path }) => path);
        expect(pathsUnder({}, expected, made)).toEqual(all);
        const rules: Partial<ArgumentRule>[] = [{ mode: 'subset' }, { ignoreCase: true }];
        for (const rule of rules) {
          const left = pathsUnder(rule, expected, made);
          expect(all).toEqual(expect.arrayContaining(left));
          expect(left.length === 0).toBe(all.length === 0);
        }
      }),
    );
  });
});

const paths = (reference: string, prediction: string): string[] =>
  diffArguments(parseJson(reference), parseJson(prediction)).map(({ path }) => path);

describe('diffArguments', () => {
  it('is empty exactly for equal values', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(diffArguments(a, b).length === 0).toBe(isJsonEqual(a, b));
        expect(diffArguments(a, reorderKeys(a))).toEqual([]);
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('lists the same paths the other way round, with the sides swapped', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const there = diffArguments(a, b).map(({ path, reference, prediction }) => ({
          path,
          a: reference,
          b: prediction,
        }));
        const back = diffArguments(b, a).map(({ path, reference, prediction }) => ({
          path,
          a: prediction,
          b: reference,
        }));
        expect(new Set(back.map(({ path }) => path))).toEqual(
          new Set(there.map(({ path }) => path)),
        );
        for (const item of there) expect(back).toContainEqual(item);
      }),
    );
  });

  it.each(CASES.diffs)('%s against %s', (reference, prediction, expected) => {
    expect(paths(reference, prediction)).toEqual(expected);
  });

  it('gives both values, undefined where there is none', () => {
    expect(diffArguments({ a: null }, { b: '1' })).toEqual([
      { path: '/a', reference: null, prediction: undefined },
      { path: '/b', reference: undefined, prediction: '1' },
    ]);
  });

  it('stops at the limit', () => {
    const list = Array.from({ length: 1000 }, (_, index) => index);
    expect(
      diffArguments(
        list,
        list.map((item) => -1 - item),
      ),
    ).toHaveLength(100);
    expect(diffArguments(list, [], 3)).toHaveLength(3);
  });
});
