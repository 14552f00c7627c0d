import type { ArgumentRule, MatchingRules } from './rules.ts';

/** Options of a rule to set anew; undefined takes one away. */
export type RuleChange = { readonly [K in keyof ArgumentRule]?: ArgumentRule[K] | undefined };

/**
 * Changes options of a rule. Options that are off are left out, so that equal rules look alike.
 * @param rule the rule
 * @param change the options to set
 * @returns the changed rule
 */
export function changeRule(rule: ArgumentRule, change: RuleChange): ArgumentRule {
  const changed = Object.entries({ ...rule, ...change }).filter(([, value]) => !isOff(value));
  const options = { mode: rule.mode, ...(Object.fromEntries(changed) as Partial<ArgumentRule>) };
  // no key chosen yet is not the same as all keys
  return options.mode === 'keys' ? { ...options, keys: options.keys ?? [] } : options;
}

function isOff(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return value === undefined || value === false || value === 0 || isEmpty;
}

/**
 * Sets the rule of one tool, or gives it back to the rule for all.
 * @param rules the rules
 * @param tool the tool's name
 * @param rule its own rule; undefined takes it away
 * @returns the changed rules, tools in the order they were added
 */
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
