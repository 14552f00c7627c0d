import type { ArgumentRule, MatchingRules } from './check-matching.ts';

export type { ArgumentMode, ArgumentRule, MatchingRules } from './check-matching.ts';

/** Equality as in the reference service. */
export const EXACT_RULES: MatchingRules = {
  rule: { mode: 'exact' },
  tools: [],
  optionalCalls: false,
};

/** Whether a rule is plain equality. */
export function isExactRule(rule: ArgumentRule): boolean {
  return (
    rule.mode === 'exact' &&
    (rule.ignoredPaths ?? []).length === 0 &&
    !isTolerant(rule) &&
    rule.ignoreCase !== true &&
    rule.ignoreSpace !== true &&
    rule.numbersAsText !== true &&
    rule.unicodeForm === undefined &&
    rule.ignoreListOrder !== true
  );
}

/** Whether a rule has a tolerance for numbers. */
export function isTolerant(rule: ArgumentRule): boolean {
  return (rule.absoluteTolerance ?? 0) > 0 || (rule.relativeTolerance ?? 0) > 0;
}

/** The rules; undefined where they change nothing and the user decided nothing. */
export function departingRules(rules: MatchingRules): MatchingRules | undefined {
  return isEquality(rules) && rules.patterns === undefined ? undefined : rules;
}

/** Whether rules are plain equality. */
export function isEquality(rules: MatchingRules): boolean {
  return (
    !rules.optionalCalls &&
    rules.patterns !== true &&
    isExactRule(rules.rule) &&
    rules.tools.every(({ rule }) => isExactRule(rule))
  );
}
