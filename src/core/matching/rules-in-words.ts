import { isExactRule, type ArgumentRule, type MatchingRules } from './rules.ts';

/**
 * Says in words how matching rules depart from plain equality.
 * @param rules the rules
 * @returns one phrase for each departure; none for plain equality
 */
export function rulesInWords(rules: MatchingRules): string[] {
  const byTool = rules.tools
    .filter(({ rule }) => isExactRule(rule) !== isExactRule(rules.rule) || !isExactRule(rule))
    .map(({ tool, rule }) => `${tool}: ${ruleInWords(rule).join(', ') || 'arguments equal'}`);
  const optional = rules.optionalCalls ? ['optional calls may be left out'] : [];
  return [...ruleInWords(rules.rule), ...byTool, ...optional];
}

/**
 * Says in words what one rule allows.
 * @param rule the rule
 * @returns one phrase for each option that loosens it
 */
export function ruleInWords(rule: ArgumentRule): string[] {
  if (rule.mode === 'ignore') return ['arguments ignored'];
  const { absoluteTolerance = 0, relativeTolerance = 0, ignoredPaths = [], unicodeForm } = rule;
  const phrases = [
    modeInWords(rule),
    ignoredPaths.length > 0 && `without ${ignoredPaths.join(', ')}`,
    absoluteTolerance > 0 && `numbers within ${absoluteTolerance}`,
    relativeTolerance > 0 &&
      `numbers within ${Number((relativeTolerance * 100).toPrecision(12))} %`,
    rule.ignoreCase === true && 'letter case ignored',
    rule.ignoreSpace === true && 'white space folded',
    unicodeForm !== undefined && `texts in ${unicodeForm}`,
    rule.ignoreListOrder === true && 'lists in any order',
  ];
  return phrases.filter((phrase): phrase is string => phrase !== false && phrase !== '');
}

function modeInWords({ mode, keys = [] }: ArgumentRule): string {
  switch (mode) {
    case 'exact':
    case 'ignore':
      return '';
    case 'subset':
      return 'arguments a subset of the expected';
    case 'superset':
      return 'extra arguments allowed';
    case 'keys':
      return keys.length === 0 ? 'no argument compared' : `only ${keys.join(', ')} compared`;
  }
}
