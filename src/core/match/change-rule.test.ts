import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeRule, changeToolRule, ignorePath, patternOf, ruleVariants } from './change-rule.ts';
import { departingRules, EXACT_RULES, type ArgumentRule, type MatchingRules } from './rules.ts';
import { call } from '../../../tests/support/build.ts';
import { diffArguments } from './diff-calls.ts';
import { isSameSequence } from './compare-pair.ts';
import { createMatcher } from './match-calls.ts';
import { compileGlob } from './path-glob.ts';

const folded: ArgumentRule = { mode: 'exact', ignoreCase: true };

describe('changeRule', () => {
  it('sets options and leaves out those that are off', () => {
    expect(changeRule(folded, { ignoreCase: false, absoluteTolerance: 0.5 })).toEqual({
      mode: 'exact',
      absoluteTolerance: 0.5,
    });
    expect(changeRule(folded, { ignoreCase: undefined })).toEqual({ mode: 'exact' });
    expect(changeRule(folded, { ignoredPaths: [], absoluteTolerance: 0 })).toEqual(folded);
  });

  it('compares no argument while none is chosen', () => {
    expect(changeRule(folded, { mode: 'keys' }).keys).toEqual([]);
    expect(changeRule({ mode: 'keys', keys: ['a'] }, { keys: [] }).keys).toEqual([]);
  });

  it('keeps the mode unless it is changed', () => {
    expect(changeRule(folded, { mode: undefined })).toEqual(folded);
    expect(changeRule(folded, { mode: 'ignore' }).mode).toBe('ignore');
  });
});

describe('changeToolRule', () => {
  const one = changeToolRule(EXACT_RULES, 'search', folded);

  it('adds, replaces and takes away', () => {
    expect(one.tools).toEqual([{ tool: 'search', rule: folded }]);
    const two = changeToolRule(one, '__proto__', { mode: 'ignore' });
    const changed = changeToolRule(two, 'search', { mode: 'subset' });
    expect(changed.tools.map(({ tool, rule }) => [tool, rule.mode])).toEqual([
      ['search', 'subset'],
      ['__proto__', 'ignore'],
    ]);
    expect(changeToolRule(changed, 'search', undefined).tools).toHaveLength(1);
    expect(changeToolRule(EXACT_RULES, 'search', undefined)).toEqual(EXACT_RULES);
  });

  it('leaves out rules that are equality throughout', () => {
    expect(departingRules(EXACT_RULES)).toBeUndefined();
    expect(
      departingRules(changeToolRule(EXACT_RULES, 'search', { mode: 'exact' })),
    ).toBeUndefined();
    expect(departingRules(one)).toBe(one);
    expect(departingRules({ ...EXACT_RULES, optionalCalls: true })?.optionalCalls).toBe(true);
    // equality for one tool is a departure from a looser rule for all
    const tighter = changeToolRule({ ...EXACT_RULES, rule: folded }, 'a', { mode: 'exact' });
    expect(departingRules(tighter)).toBe(tighter);
  });
});

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

it('ignorePath adds to what the tool has, or to what holds for all, once', () => {
  const rules = { ...EXACT_RULES, rule: { mode: 'exact', ignoreCase: true } } as const;
  const once = ignorePath(rules, 't', '/a');
  expect(once.tools).toEqual([
    { tool: 't', rule: { mode: 'exact', ignoreCase: true, ignoredPaths: ['/a'] } },
  ]);
  expect(ignorePath(once, 't', '/a')).toEqual(once);
  expect(ignorePath(once, 't', '/b').tools[0]?.rule.ignoredPaths).toEqual(['/a', '/b']);
  expect(once.rule).toBe(rules.rule);
});

it('lists what is one choice away, and not the rule itself', () => {
  const rule: ArgumentRule = { mode: 'subset', ignoreCase: true };
  const variants = ruleVariants(rule);
  expect(variants).toContainEqual({ mode: 'exact', ignoreCase: true });
  expect(variants).toContainEqual({ mode: 'subset' });
  expect(variants).toContainEqual({ mode: 'subset', ignoreCase: true, unicodeForm: 'NFKC' });
  expect(variants).not.toContainEqual(rule);
  expect(variants).toHaveLength(3 + 4 + 2);
});
