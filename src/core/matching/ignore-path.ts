import { changeRule, changeToolRule } from './change-rule.ts';
import type { MatchingRules } from './rules.ts';

/**
 * Writes the pattern of an argument's path, see path-glob.ts.
 * @param pointer JSON Pointer of the argument
 * @returns the pattern; places in lists become `*`, because they do not count
 */
export function patternOf(pointer: string): string {
  return pointer
    .split('/')
    .map((name) => (/^(0|[1-9]\d*)$/.test(name) ? '*' : escapeName(name)))
    .join('/');
}

function escapeName(name: string): string {
  const plain = name.replaceAll('~1', '/').replaceAll('~0', '~');
  return plain.replace(/[\\*?/]/g, '\\$&');
}

/**
 * Leaves out an argument of a tool, on both sides and in all rows.
 * @param rules the rules so far
 * @param tool the tool
 * @param pattern the argument's pattern
 * @returns the rules; the tool's own rule begins as the one for all tools
 */
export function ignorePath(rules: MatchingRules, tool: string, pattern: string): MatchingRules {
  const rule = rules.tools.find((own) => own.tool === tool)?.rule ?? rules.rule;
  const paths = new Set([...(rule.ignoredPaths ?? []), pattern]);
  return changeToolRule(rules, tool, changeRule(rule, { ignoredPaths: [...paths] }));
}
