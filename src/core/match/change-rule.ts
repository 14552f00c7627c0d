import { unescapeKey } from '#core/base/json/json-path.ts';
import { ruleOf, type ArgumentRule, type MatchingRules } from './rules.ts';

/** Options to change; undefined removes one. */
export type RuleChange = { readonly [K in keyof ArgumentRule]?: ArgumentRule[K] | undefined };

/**
 * Changes options of a rule. Options that are off are left out, so that equal rules are equal
 * objects.
 */
export function changeRule(rule: ArgumentRule, change: RuleChange): ArgumentRule {
  const changed = Object.entries({ ...rule, ...change }).filter(([, value]) => !isOff(value));
  const options = { mode: rule.mode, ...(Object.fromEntries(changed) as Partial<ArgumentRule>) };
  // no key chosen yet differs from all keys
  return options.mode === 'keys' ? { ...options, keys: options.keys ?? [] } : options;
}

function isOff(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return value === undefined || value === false || value === 0 || isEmpty;
}

/** Sets the rule of one tool, or removes it with undefined; tools keep their order. */
export function changeToolRule(
  rules: MatchingRules,
  tool: string,
  rule: ArgumentRule | undefined,
): MatchingRules {
  const isKnown = rules.tools.some((other) => other.tool === tool);
  const tools = rules.tools.flatMap((other) => {
    if (other.tool !== tool) return [other];
    return rule ? [{ tool, rule }] : [];
  });
  return { ...rules, tools: rule && !isKnown ? [...tools, { tool, rule }] : tools };
}

/** The path pattern of a JSON Pointer, see path-glob.ts: places in lists become `*`. */
export function patternOf(pointer: string): string {
  return pointer
    .split('/')
    .map((name) => (/^(0|[1-9]\d*)$/.test(name) ? '*' : escapeName(name)))
    .join('/');
}

function escapeName(name: string): string {
  return unescapeKey(name).replace(/[\\*?/]/g, '\\$&');
}

/** Ignores an argument of a tool; a new rule for the tool begins as a copy of the general one. */
export function ignorePath(rules: MatchingRules, tool: string, pattern: string): MatchingRules {
  const rule = ruleOf(rules, tool);
  const paths = new Set([...(rule.ignoredPaths ?? []), pattern]);
  return changeToolRule(rules, tool, changeRule(rule, { ignoredPaths: [...paths] }));
}

/** Lets numbers written as strings count as numbers, for all tools. */
export function allowNumbersAsText(rules: MatchingRules): MatchingRules {
  const loosen = (rule: ArgumentRule): ArgumentRule => changeRule(rule, { numbersAsText: true });
  const all = [rules.rule, ...rules.tools.map(({ rule }) => rule)];
  if (all.every(({ numbersAsText }) => numbersAsText === true)) return rules;
  const tools = rules.tools.map(({ tool, rule }) => ({ tool, rule: loosen(rule) }));
  return { ...rules, rule: loosen(rules.rule), tools };
}

/** Lists the rules that differ in one choice: mode, option or normal form. */
export function ruleVariants(rule: ArgumentRule): ArgumentRule[] {
  const modes = (['exact', 'ignore', 'subset', 'superset'] as const).map((mode) =>
    changeRule(rule, { mode, keys: undefined }),
  );
  const flags = (['numbersAsText', 'ignoreCase', 'ignoreSpace', 'ignoreListOrder'] as const).map(
    (flag) => changeRule(rule, { [flag]: rule[flag] !== true }),
  );
  const forms = (['NFC', 'NFKC', undefined] as const).map((unicodeForm) =>
    changeRule(rule, { unicodeForm }),
  );
  const text = JSON.stringify(rule);
  return [...modes, ...flags, ...forms].filter((other) => JSON.stringify(other) !== text);
}
