import { changeRule } from '#core/matching/change-rule.ts';
import type { ArgumentRule } from '#core/matching/rules.ts';

/**
 * Lists the rules that are one choice away from a rule: another mode, an option on or off, another
 * normal form.
 * @param rule the rule
 * @returns the other rules; comparing chosen keys only where some are chosen
 */
export function ruleVariants(rule: ArgumentRule): ArgumentRule[] {
  const modes = (['exact', 'ignore', 'subset', 'superset'] as const).map((mode) =>
    changeRule(rule, { mode, keys: undefined }),
  );
  const flags = (['ignoreCase', 'ignoreSpace', 'ignoreListOrder'] as const).map((flag) =>
    changeRule(rule, { [flag]: rule[flag] !== true }),
  );
  const forms = (['NFC', 'NFKC', undefined] as const).map((unicodeForm) =>
    changeRule(rule, { unicodeForm }),
  );
  const text = JSON.stringify(rule);
  return [...modes, ...flags, ...forms].filter((other) => JSON.stringify(other) !== text);
}
