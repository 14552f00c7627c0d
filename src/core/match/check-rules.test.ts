import { describe, expect, it } from 'vitest';
import { readRules } from './check-rules.ts';
import { EXACT_RULES, type MatchingRules } from './rules.ts';
import { describeRules } from './describe-rules.ts';

const ALL: MatchingRules = {
  rule: {
    mode: 'keys',
    keys: ['city', 'date'],
    ignoredPaths: ['**/trace_id'],
    absoluteTolerance: 0.5,
    relativeTolerance: 0.07,
    ignoreCase: true,
    ignoreSpace: true,
    numbersAsText: true,
    unicodeForm: 'NFKC',
    ignoreListOrder: true,
  },
  tools: [
    { tool: '__proto__', rule: { mode: 'ignore' } },
    { tool: 'pay', rule: { mode: 'exact' } },
  ],
  optionalCalls: true,
};

const problemsOf = (value: unknown): string[] => {
  const reading = readRules(value);
  return reading.ok ? [] : reading.problems.map(({ place, message }) => `${place}: ${message}`);
};
const ruleProblems = (rule: unknown): string[] => problemsOf({ ...EXACT_RULES, rule });

describe('readRules', () => {
  it('takes rules as they are, also after a copy through JSON', () => {
    for (const rules of [EXACT_RULES, ALL]) {
      expect(readRules(rules)).toEqual({ ok: true, rules });
      expect(readRules(JSON.parse(JSON.stringify(rules))).ok).toBe(true);
    }
  });

  it.each([
    [undefined, /^rule: Expected an object/],
    [{}, /^rule\.mode: Expected one of exact, ignore, subset, superset, keys/],
    [{ mode: 'fuzzy' }, /^rule\.mode: /],
    [{ mode: 'keys' }, /^rule\.keys: Name the arguments/],
    [{ mode: 'keys', keys: [1] }, /^rule\.keys: Expected a list of strings/],
    [{ mode: 'exact', ignoredPaths: 'id' }, /^rule\.ignoredPaths: Expected a list/],
    [{ mode: 'exact', ignoredPaths: [''] }, /^rule\.ignoredPaths\[0\]: A path needs/],
    [{ mode: 'exact', ignoredPaths: ['a', 'b//c'] }, /^rule\.ignoredPaths\[1\]: “b\/\/c” has two/],
    [{ mode: 'exact', ignoredPaths: ['a**'] }, /two stars inside a name/],
    [{ mode: 'exact', ignoredPaths: ['a\\'] }, /ends in a backslash/],
    [
      { mode: 'exact', absoluteTolerance: -1 },
      /^rule\.absoluteTolerance: Expected a number from 0/,
    ],
    [{ mode: 'exact', relativeTolerance: Number.NaN }, /^rule\.relativeTolerance: /],
    [{ mode: 'exact', relativeTolerance: Infinity }, /^rule\.relativeTolerance: /],
    [{ mode: 'exact', absoluteTolerance: '0.1' }, /^rule\.absoluteTolerance: /],
    [{ mode: 'exact', ignoreCase: 1 }, /^rule\.ignoreCase: Expected true or false/],
    [{ mode: 'exact', unicodeForm: 'NFD' }, /^rule\.unicodeForm: Expected NFC or NFKC/],
    [{ mode: 'exact', ignoreOrder: true }, /^rule: There is no option “ignoreOrder”/],
  ])('says what is wrong with %j', (rule, problem) => {
    expect(ruleProblems(rule).join('\n')).toMatch(problem);
    expect(ruleProblems(rule)).toHaveLength(1);
  });

  it.each([
    [null, /^: Expected an object with rule/],
    [{ ...EXACT_RULES, tools: {} }, /^tools: Expected a list of tools/],
    [{ ...EXACT_RULES, tools: [{ rule: { mode: 'exact' } }] }, /^tools\[0\]: A tool needs a name/],
    [
      { ...EXACT_RULES, tools: [...ALL.tools, ...ALL.tools] },
      /^tools\[2\]: “__proto__” already has a rule/,
    ],
    [{ ...EXACT_RULES, tools: [{ tool: 'a', rule: { mode: '' } }] }, /^tools\[0\]\.rule\.mode: /],
    [{ rule: { mode: 'exact' }, tools: [] }, /^optionalCalls: Expected true or false/],
  ])('says what is wrong with %j', (value, problem) => {
    expect(problemsOf(value)[0]).toMatch(problem);
  });
});

describe('describeRules', () => {
  it('has a phrase for every option that departs from equality', () => {
    expect(describeRules(EXACT_RULES)).toEqual([]);
    expect(describeRules(ALL)).toEqual([
      'only city, date compared',
      'ignoring **/trace_id',
      'numbers within 0.5',
      'numbers within 7 %',
      'case ignored',
      'extra whitespace ignored',
      'numbers in strings count as numbers',
      'strings in NFKC',
      'lists in any order',
      '__proto__: arguments ignored',
      'pay: arguments equal',
      'optional calls may be left out',
    ]);
    const loose = describeRules({
      rule: { mode: 'superset', relativeTolerance: 0, ignoreCase: false },
      tools: [{ tool: 'a', rule: { mode: 'subset' } }],
      optionalCalls: false,
    });
    expect(loose).toEqual(['extra arguments allowed', 'a: arguments may be missing']);
    const same = { ...EXACT_RULES, tools: [{ tool: 'a', rule: { mode: 'exact' as const } }] };
    expect(describeRules(same)).toEqual([]);
  });
});
