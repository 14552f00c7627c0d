import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { readRules } from './check-matching.ts';
import { EXACT_RULES, type MatchingRules, describeRules } from './rules.ts';

const CASES = tablesOf<{
  brokenRules: [unknown, string][];
  brokenSettings: [unknown, string][];
}>('matching');

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
    ...CASES.brokenRules,
    [undefined, /^rule: Expected an object/],
    [{ mode: 'exact', relativeTolerance: Number.NaN }, /^rule\.relativeTolerance: /],
    [{ mode: 'exact', relativeTolerance: Infinity }, /^rule\.relativeTolerance: /],
  ])('says what is wrong with %j', (rule, problem) => {
    expect(ruleProblems(rule).join('\n')).toMatch(new RegExp(problem));
    expect(ruleProblems(rule)).toHaveLength(1);
  });

  it.each(CASES.brokenSettings)('says what is wrong with %j', (value, problem) => {
    expect(problemsOf(value)[0]).toMatch(new RegExp(problem));
  });
});

it('describeRules has a phrase for every option that departs from equality', () => {
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
