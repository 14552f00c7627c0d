import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call } from '../../../tests/support/arbitraries.ts';
import { diffArguments } from '#core/alignment/diff-arguments.ts';
import { ignorePath, patternOf } from './ignore-path.ts';
import { isSameSequence } from './compare-pair.ts';
import { createMatcher } from './match-calls.ts';
import { compileGlob } from './path-glob.ts';
import { EXACT_RULES, type MatchingRules } from './rules.ts';

describe('patternOf', () => {
  it.each([
    ['/temperature', '/temperature'],
    ['/items/0/name', '/items/*/name'],
    ['/a~1b/c~0d', '/a\\/b/c~d'],
    ['/what?*\\', '/what\\?\\*\\\\'],
  ])('%s', (pointer, pattern) => {
    expect(patternOf(pointer)).toBe(pattern);
  });

  it('compiles, and leaves out the argument it was written for', () => {
    const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__');
    fc.assert(
      fc.property(key, key, (outer, inner) => {
        const before = call('t', { [outer]: { [inner]: 1 } });
        const after = call('t', { [outer]: { [inner]: 2 } });
        const [difference] = diffArguments(before.tool_input, after.tool_input);
        const pattern = patternOf(difference?.path ?? '');
        expect(compileGlob(pattern)).toHaveProperty('glob');
        const isEqualUnder = (rules: MatchingRules): boolean =>
          isSameSequence(createMatcher(rules).pair([before], [after]));
        expect(isEqualUnder(EXACT_RULES)).toBe(false);
        expect(isEqualUnder(ignorePath(EXACT_RULES, 't', pattern))).toBe(true);
      }),
    );
  });
});

describe('ignorePath', () => {
  it('adds to what the tool has, or to what holds for all, once', () => {
    const rules = { ...EXACT_RULES, rule: { mode: 'exact', ignoreCase: true } } as const;
    const once = ignorePath(rules, 't', '/a');
    expect(once.tools).toEqual([
      { tool: 't', rule: { mode: 'exact', ignoreCase: true, ignoredPaths: ['/a'] } },
    ]);
    expect(ignorePath(once, 't', '/a')).toEqual(once);
    expect(ignorePath(once, 't', '/b').tools[0]?.rule.ignoredPaths).toEqual(['/a', '/b']);
    expect(once.rule).toBe(rules.rule);
  });
});
