import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../tests/support/arbitraries.ts';
import { diffCalls } from './diff-calls.ts';
import { createMatcher } from './match-calls.ts';
import { EXACT_RULES, type ArgumentRule } from './rules.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import type { ToolCall } from '#core/trajectory/trajectory.ts';

const call = (tool_input: JsonValue): ToolCall => ({ tool_name: 't', tool_input, source: {} });

function pathsUnder(rule: Partial<ArgumentRule>, expected: JsonValue, made: JsonValue): string[] {
  const matcher = createMatcher({ ...EXACT_RULES, rule: { mode: 'exact', ...rule } });
  return matcher.diff(call(expected), call(made), 50).map(({ path }) => path);
}

describe('differences under rules', () => {
  it.each<[string, Partial<ArgumentRule>, JsonValue, JsonValue, string[]]>([
    ['ignored paths', { ignoredPaths: ['id'] }, { id: 1, a: 1 }, { id: 2, a: 2 }, ['/a']],
    ['extra ones of a superset', { mode: 'superset' }, { a: 1 }, { a: 2, b: 1 }, ['/a']],
    ['absent ones of a subset', { mode: 'subset' }, { a: 1, b: 1 }, { a: 2 }, ['/a']],
    ['others than the keys', { mode: 'keys', keys: ['a'] }, { a: 1, b: 1 }, { a: 2, b: 2 }, ['/a']],
    ['near numbers', { absoluteTolerance: 0.1 }, { a: 1, b: 1 }, { a: 1.05, b: 2 }, ['/b']],
    ['folded texts', { ignoreCase: true }, { a: 'X', b: 'x' }, { a: 'x', b: 'y' }, ['/b']],
    ['inside lists', { ignoreCase: true }, { a: ['X', 'y'] }, { a: ['x', 'z'] }, ['/a/1']],
    ['names with signs', { ignoreCase: true }, { 'a/b~': 'x', c: 'X' }, { c: 'x' }, ['/a~1b~0']],
  ])('leave out %s', (_, rule, expected, made, paths) => {
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
