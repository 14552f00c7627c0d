import { percent } from '#core/base/text/sentence.ts';
import type { ArgumentRule, MatchingRules } from './check-matching.ts';

export type { ArgumentMode, ArgumentRule, MatchingRules } from './check-matching.ts';

/** Equality as in the reference service. */
export const EXACT_RULES: MatchingRules = {
  rule: { mode: 'exact' },
  tools: [],
  optionalCalls: false,
};

/** The rule for the arguments of a tool's calls: its own, or the general one. */
export function ruleOf({ rule, tools }: MatchingRules, tool: string): ArgumentRule {
  return tools.find((own) => own.tool === tool)?.rule ?? rule;
}

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

/** Describes how rules depart from equality, in phrases; empty for equality. */
export function describeRules(rules: MatchingRules): string[] {
  const byTool = rules.tools
    .filter(({ rule }) => isExactRule(rule) !== isExactRule(rules.rule) || !isExactRule(rule))
    .map(({ tool, rule }) => `${tool}: ${describeRule(rule).join(', ') || 'arguments equal'}`);
  const optional = rules.optionalCalls ? ['optional calls may be left out'] : [];
  const patterns = rules.patterns === true ? ['patterns in expected calls'] : [];
  return [...describeRule(rules.rule), ...byTool, ...optional, ...patterns];
}

/** Describes what one rule allows, in phrases. */
export function describeRule(rule: ArgumentRule): string[] {
  if (rule.mode === 'ignore') return ['arguments ignored'];
  const { absoluteTolerance = 0, relativeTolerance = 0, ignoredPaths = [], unicodeForm } = rule;
  const phrases = [
    describeMode(rule),
    ignoredPaths.length > 0 && `ignoring ${ignoredPaths.join(', ')}`,
    absoluteTolerance > 0 && `numbers within ${absoluteTolerance}`,
    relativeTolerance > 0 && `numbers within ${percent(relativeTolerance)}`,
    rule.ignoreCase === true && 'case ignored',
    rule.ignoreSpace === true && 'extra whitespace ignored',
    rule.numbersAsText === true && 'numbers in strings count as numbers',
    unicodeForm !== undefined && `strings in ${unicodeForm}`,
    rule.ignoreListOrder === true && 'lists in any order',
  ];
  return phrases.filter((phrase): phrase is string => phrase !== false && phrase !== '');
}

function describeMode({ mode, keys = [] }: ArgumentRule): string {
  switch (mode) {
    case 'exact':
    case 'ignore':
      return '';
    case 'subset':
      return 'arguments may be missing';
    case 'superset':
      return 'extra arguments allowed';
    case 'keys':
      return keys.length === 0 ? 'no arguments compared' : `only ${keys.join(', ')} compared`;
  }
}
