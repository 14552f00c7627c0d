import { describe, expect, it } from 'vitest';
import { changeRule, changeToolRule } from './change-rule.ts';
import { departingRules, EXACT_RULES, type ArgumentRule } from './rules.ts';

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
